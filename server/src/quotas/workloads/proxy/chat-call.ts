import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { problem } from '#platform/http/problem.ts';
import { BrokeOff } from '#platform/http/request-body.ts';
import { readWhole } from '#platform/http/whole-body.ts';
import { parseJson } from '#platform/json.ts';
import {
  chatInputTokens,
  chatMessages,
  isOutputLimit,
  OUTPUT_LIMITS,
  ofAllChoices,
} from '#platform/tokens/chat-input.rules.ts';
import { WorkloadProblems } from '../workload.problems.ts';

/** What a chat completion asks of a quota. */
export interface ChatTokens {
  readonly input: number;
  /** With the longest answer, where the request says how long it may be. */
  readonly worstCase: number;
}

export interface ReadCall {
  /** What is sent on: the very bytes that came. */
  readonly body: Readable | Buffer;
  /** Null: it is no chat completion. */
  readonly chat: ChatTokens | null;
}

/** Larger JSON is refused where tokens are limited: nobody could tell what it costs before it is sent on. */
export const MOST_JSON_BYTES = 32 * 1024 * 1024;
const MOST_SECONDS = 600;
const OPENS = 0x7b;
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Reads a body as far as it takes to tell whether it is a chat completion: all of it only where it is a JSON object. */
export async function readChatCall(ctx: Pick<Ctx, 'config'>, stream: Readable): Promise<ReadCall> {
  try {
    return await read(ctx, stream);
  } catch (error) {
    const isLost = error instanceof BrokeOff || (error as { readonly code?: unknown }).code === 'ECONNRESET';
    throw isLost ? problem(WorkloadProblems.cutOff) : error;
  }
}

async function read({ config }: Pick<Ctx, 'config'>, stream: Readable): Promise<ReadCall> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const seen: Buffer[] = [];
  let first: number | undefined;
  while (first === undefined) {
    const { value, done } = await chunks.next();
    if (done) break;
    seen.push(value);
    first = value.find((byte) => !BLANK.has(byte));
  }
  const whole = Readable.from(all(seen, chunks), { objectMode: false });
  if (first !== OPENS) return { body: whole, chat: null };
  const patience = { silenceSeconds: config.bodySilenceSeconds, totalSeconds: MOST_SECONDS };
  const { pieces, bytes } = await readWhole(whole, MOST_JSON_BYTES, patience);
  const body = Buffer.concat(pieces, bytes);
  return { body, chat: chatTokens(body) };
}

async function* all(seen: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* seen;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Null for what no chat completion looks like; what is wrong with it the service says itself. */
export function chatTokens(body: Uint8Array): ChatTokens | null {
  const asked = parsed(body);
  const messages = chatMessages(asked?.messages);
  if (asked === null || messages === null) return null;
  const input = chatInputTokens(messages, asked.tools);
  const most = OUTPUT_LIMITS.map((name) => asked[name]).find(isOutputLimit);
  return { input, worstCase: input + (most === undefined ? 0 : ofAllChoices(most, asked.n)) };
}

function parsed(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    return parseJson(body) as Record<string, unknown>;
  } catch {
    return null;
  }
}
