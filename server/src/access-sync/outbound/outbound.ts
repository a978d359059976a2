import { type Dispatcher, request } from 'undici';
import type { z } from 'zod';
import { type Backoff, retry, type Timing } from '#platform/async/retry.ts';
import { InsideAddress } from '#platform/net/guarded-connect.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { Pace } from './pace.ts';
import { sameOrigin, WriteRefused } from './read-only.ts';

/** What to do with a reply. The scope of a retry: `all` pauses the whole app, `lane` one impersonated user, `call` this call. */
export type Outcome =
  | { readonly kind: 'accept' }
  | { readonly kind: 'retry'; readonly scope: 'all' | 'lane' | 'call'; readonly afterMs: number | null }
  | { readonly kind: 'fail'; readonly problem: ProviderProblem };

export interface TokenSource {
  /** `as` is who to act for; null is the app itself. */
  token(as: string | null): Promise<string>;
  forget(as: string | null): void;
}

/** What one provider's replies mean for retries. */
export interface ProviderRetryPolicy {
  readonly backoff: Backoff;
  readonly classify: (reply: Reply, now: number) => Outcome;
  /** Remaining calls and time until the rate limit resets, where the reply states them. */
  readonly rateLimit: (reply: Reply) => { left: number; resetMs: number } | null;
}

interface OutboundParts {
  readonly agent: Dispatcher;
  readonly tokens: TokenSource;
  readonly timing: Timing;
  readonly policy: ProviderRetryPolicy;
  readonly userAgent: string;
  /** The pace of the app in the tenant, and one more for each person where a provider counts per person. */
  readonly pace: Pace;
  readonly lane?: (as: string) => Pace;
  /** Where calls may go at all. */
  readonly bases: readonly string[];
}

interface ReadRequest {
  readonly url: string;
  readonly as: string | null;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** How often it is sent at most, where that is not the usual number. */
  readonly tries?: number;
}

/** The only ways out. There is no method to choose: what is not a read cannot be said. */
export interface Outbound {
  get(ask: ReadRequest): Promise<Reply>;
  /** A read that the provider serves by POST: a batch of GETs, a query. Its address is one the agent lets pass. */
  ask(ask: ReadRequest, question: object): Promise<Reply>;
}

const MOST_TRIES = 6;
const LONGEST_CALL_MS = 120_000;

export function openOutbound(parts: OutboundParts): Outbound {
  return {
    get: (ask) => sendWithRetry(parts, ask, null),
    ask: (ask, question) => sendWithRetry(parts, ask, JSON.stringify(question)),
  };
}

/** Another attempt may succeed, after this delay. */
class Transient extends Error {
  readonly delayMs: number;
  constructor(reason: string, delayMs: number) {
    super(reason);
    this.delayMs = delayMs;
  }
}

async function sendWithRetry(parts: OutboundParts, ask: ReadRequest, body: string | null): Promise<Reply> {
  if (!parts.bases.some((base) => sameOrigin(ask.url, base)))
    throw new ProviderProblem('unavailable', `The provider pointed to ${ask.url.slice(0, 80)}, which is another host.`);
  const { pace, policy, timing, tokens } = parts;
  const attempts = ask.tries ?? MOST_TRIES;
  const lane = ask.as === null ? null : (parts.lane?.(ask.as) ?? null);
  let renewed = false;

  const attemptOnce = async (attempt: number): Promise<Reply> => {
    await pace.turn(ask.signal);
    await lane?.turn(ask.signal);
    const reply = await send(parts, ask, body);
    if (typeof reply === 'string') throw new Transient(reply, policy.backoff(attempt, timing.random));
    const limit = policy.rateLimit(reply);
    if (limit) pace.slow(limit.left, limit.resetMs);
    if (reply.status === 401 && !renewed) {
      renewed = true;
      tokens.forget(ask.as);
      throw new Transient('status 401', 0);
    }
    const outcome = policy.classify(reply, timing.now());
    if (outcome.kind === 'accept') return reply;
    if (outcome.kind === 'fail') {
      if (outcome.problem.retryAfterMs !== null) pace.stop(outcome.problem.retryAfterMs);
      throw outcome.problem;
    }
    const ms = outcome.afterMs ?? policy.backoff(attempt, timing.random);
    if (outcome.scope === 'call') throw new Transient(`status ${reply.status}`, ms);
    (outcome.scope === 'lane' && lane ? lane : pace).stop(ms);
    throw new Transient(`status ${reply.status}`, 0);
  };

  const delayMs = (error: unknown) => (error instanceof Transient ? error.delayMs : null);
  try {
    return await retry(attemptOnce, { attempts, delayMs, signal: ask.signal, wait: timing.wait });
  } catch (error) {
    if (!(error instanceof Transient)) throw error;
    ask.signal.throwIfAborted();
    const message = `${pathOf(ask.url)} failed ${attempts} times, last with ${error.message}.`;
    throw new ProviderProblem('unavailable', message);
  }
}

/** A text instead of a reply when the network failed. */
async function send(parts: OutboundParts, ask: ReadRequest, body: string | null): Promise<Reply | string> {
  const token = await parts.tokens.token(ask.as);
  try {
    const response = await request(ask.url, {
      method: body === null ? 'GET' : 'POST',
      dispatcher: parts.agent,
      signal: AbortSignal.any([ask.signal, AbortSignal.timeout(LONGEST_CALL_MS)]),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'user-agent': parts.userAgent,
        ...ask.headers,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { body }),
    });
    return await readReply(response, ask.url);
  } catch (error) {
    if (ask.signal.aborted || error instanceof ProviderProblem || error instanceof WriteRefused) throw error;
    if (error instanceof InsideAddress) throw new ProviderProblem('unauthorized', `${error.message}.`);
    return error instanceof Error ? error.message || error.name : String(error);
  }
}

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const MOST_BYTES = 64 * 1024 * 1024;

export async function readReply(response: Dispatcher.ResponseData, url: string): Promise<Reply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BYTES) {
      response.body.destroy();
      throw new ProviderProblem('unavailable', `The answer of ${pathOf(url)} is larger than ${MOST_BYTES} bytes.`);
    }
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return { status: response.statusCode, headers, body: parse(text, response.statusCode, url) };
}

/** A refusal may be anything (a proxy's page); a success that is not JSON is no answer. */
function parse(text: string, status: number, url: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 400) return { error: { message: text.slice(0, 200) } };
    throw new ProviderProblem('unavailable', `The answer of ${pathOf(url)} is not JSON.`);
  }
}

/** For messages: queries may hold tokens of feeds. */
export const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** A value of an answer, checked. What is not as expected ends the pass. */
export function readAnswer<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the top';
  const message = `${pathOf(path)} answered something unexpected at ${where}: ${issue?.message}.`;
  throw new ProviderProblem('unavailable', message);
}
