import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { problem } from '#platform/http/problem.ts';
import { BrokeOff, readWhole } from '#platform/http/request-body.ts';
import { bodyText } from '#platform/tokens/body-text.ts';
import { StreamTap } from '#platform/tokens/stream-tap.ts';
import { estimateTokens, type Usage, usageIn } from '#platform/tokens/token-meter.ts';
import { type ChatTokens, chatTokens, looksLikeJson, mayBeChat } from './chat-tokens.rules.ts';
import { WorkloadProblems } from './workload.problems.ts';

export interface ReadCall {
  /** What is sent on: the very bytes that came. */
  readonly body: Readable | Buffer;
  /** Null: it is no chat completion. */
  readonly chat: ChatTokens | null;
}

/** Larger JSON is refused where tokens are limited: nobody could tell what it costs before it is sent on. */
const MOST_JSON_BYTES = 32 * 1024 * 1024;
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

/** Longer answers are judged by their beginning. */
const MOST_KEPT = 8 * 1024 * 1024;

/** Looks at the answer of a chat completion as it passes, and says in the end what the call used. */
interface ChatMeter {
  take(chunk: Buffer): void;
  tokens(): number;
}

export function chatMeter(chat: ChatTokens, status: number, headers: IncomingHttpHeaders): ChatMeter {
  const isStream = /^text\/event-stream/i.test(String(headers['content-type'] ?? ''));
  const meter = isStream ? streamMeter() : bodyMeter();
  return {
    take: meter.take,
    tokens() {
      const { usage, output } = meter.end();
      if (usage !== null) return usage.input + usage.output;
      // What a service refuses it has not answered.
      return status >= 400 ? 0 : chat.input + output;
    },
  };
}

interface Meter {
  take(chunk: Buffer): void;
  end(): { readonly usage: Usage | null; readonly output: number };
}

function streamMeter(): Meter {
  const tap = new StreamTap(false);
  let isEvents = true;
  const attempt = (look: () => void) => {
    try {
      if (isEvents) look();
    } catch {
      isEvents = false;
    }
  };
  return {
    take: (chunk) => attempt(() => tap.take(chunk)),
    end() {
      attempt(() => tap.rest());
      return { usage: tap.usage, output: tap.outputTokens() };
    },
  };
}

function bodyMeter(): Meter {
  const kept: Buffer[] = [];
  let bytes = 0;
  let all = 0;
  return {
    take(chunk) {
      all += chunk.length;
      if (bytes >= MOST_KEPT) return;
      kept.push(chunk);
      bytes += chunk.length;
    },
    end() {
      const text = Buffer.concat(kept).toString('utf8');
      const answer = tryParse(text);
      const usage = usageIn(answer?.usage);
      if (usage !== null) return { usage, output: usage.output };
      const words = answer === null ? text : wordsOf(answer.choices);
      return { usage: null, output: Math.ceil(estimateTokens(words) * (bytes === 0 ? 1 : all / bytes)) };
    },
  };
}

function wordsOf(choices: unknown): string {
  if (!Array.isArray(choices)) return '';
  return choices.map(({ message }: { message?: unknown }) => JSON.stringify(message ?? '')).join(' ');
}

function tryParse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
