import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { problem } from '#platform/http/problem.ts';
import { BrokeOff, readWhole } from '#platform/http/request-body.ts';
import { bodyText } from '#platform/tokens/body-text.ts';
import { WorkloadProblems } from '../workload.problems.ts';
import { type ChatTokens, chatTokens, looksLikeJson, mayBeChat } from './chat-tokens.rules.ts';

export interface ReadCall {
  /** What is sent on: the very bytes that came. */
  readonly body: Readable | Buffer;
  /** Null: it is no chat completion. */
  readonly chat: ChatTokens | null;
}

/** Larger JSON is refused where tokens are limited: nobody could tell what it costs before it is sent on. */
export const MOST_JSON_BYTES = 32 * 1024 * 1024;
const MOST_SECONDS = 600;
/** So much of a body tells whether it may be a chat completion. */
const HEAD_BYTES = 4096;

/** Reads a body as far as it takes to tell whether it may be a chat completion: all of it only where it may. */
export async function readChatCall(ctx: Pick<Ctx, 'config'>, stream: Readable, type: string): Promise<ReadCall> {
  try {
    return await read(ctx, stream, type);
  } catch (error) {
    const isLost = error instanceof BrokeOff || (error as { readonly code?: unknown }).code === 'ECONNRESET';
    throw isLost ? problem(WorkloadProblems.cutOff) : error;
  }
}

async function read({ config }: Pick<Ctx, 'config'>, stream: Readable, type: string): Promise<ReadCall> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const seen: Buffer[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES; ) {
    const { value, done } = await chunks.next();
    if (done) break;
    seen.push(value);
    bytes += value.length;
  }
  const whole = Readable.from(all(seen, chunks), { objectMode: false });
  if (!mayBeChat(bodyText(Buffer.concat(seen).subarray(0, HEAD_BYTES)), type)) return { body: whole, chat: null };
  const patience = { silenceSeconds: config.bodySilenceSeconds, totalSeconds: MOST_SECONDS };
  const { pieces, bytes } = await readWhole(whole, MOST_JSON_BYTES, patience);
  const body = Buffer.concat(pieces, bytes);
  const text = bodyText(body);
  return { body, chat: looksLikeJson(text, type) ? chatTokens(text) : null };
}

async function* all(seen: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* seen;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
