import { type Dispatcher, request } from 'undici';
import { InsideAddress } from '#platform/net/guarded-connect.ts';
import { ProviderProblem } from '../provider-client.ts';
import { sameOrigin } from './address.rules.ts';
import type { Backoff } from './backoff.rules.ts';
import type { Pace } from './pace.ts';
import { NotReading } from './read-only.ts';
import { pathOf, type Reply, readReply } from './reply.ts';
import type { Timing } from './timing.ts';

/** What a reply means for going on: `all` stops the whole app, `lane` one person acted for, `call` nothing else. */
export type Verdict =
  | { readonly kind: 'answer' }
  | { readonly kind: 'again'; readonly scope: 'all' | 'lane' | 'call'; readonly afterMs: number | null }
  | { readonly kind: 'stop'; readonly problem: ProviderProblem };

export interface TokenSource {
  /** `as` is who to act for; null is the app itself. */
  token(as: string | null): Promise<string>;
  forget(as: string | null): void;
}

/** How one provider is spoken to. */
export interface Manner {
  readonly backoff: Backoff;
  readonly judge: (reply: Reply, now: number) => Verdict;
  /** Left calls and time until the limit starts anew, where the reply says so. */
  readonly warning: (reply: Reply) => { left: number; resetMs: number } | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OutboundParts {
  readonly agent: Dispatcher;
  readonly tokens: TokenSource;
  readonly timing: Timing;
  readonly manner: Manner;
  /** The pace of the app in the tenant, and one more for each person where a provider counts per person. */
  readonly pace: Pace;
  readonly lane?: (as: string) => Pace;
  /** Where calls may go at all. */
  readonly bases: readonly string[];
}

export interface Ask {
  readonly url: string;
  readonly as: string | null;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** How often it is sent at most, where that is not the usual number. */
  readonly tries?: number;
}

/** The only ways out. There is no method to choose: what is not a read cannot be said. */
export interface Outbound {
  get(ask: Ask): Promise<Reply>;
  /** A read that the provider serves by POST: a batch of GETs, a query. Its address is one the agent lets pass. */
  ask(ask: Ask, question: object): Promise<Reply>;
}

const MOST_TRIES = 6;
const LONGEST_CALL_MS = 120_000;

export function openOutbound(parts: OutboundParts): Outbound {
  return {
    get: (ask) => persist(parts, ask, null),
    ask: (ask, question) => persist(parts, ask, JSON.stringify(question)),
  };
}

async function persist(parts: OutboundParts, ask: Ask, body: string | null): Promise<Reply> {
  if (!parts.bases.some((base) => sameOrigin(ask.url, base)))
    throw new ProviderProblem('unavailable', `The provider pointed to ${ask.url.slice(0, 80)}, which is another host.`);
  let renewed = false;
  let last = '';
  const tries = ask.tries ?? MOST_TRIES;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const lane = ask.as === null ? null : (parts.lane?.(ask.as) ?? null);
    await parts.pace.turn(ask.signal);
    await lane?.turn(ask.signal);
    const reply = await send(parts, ask, body);
    if (typeof reply === 'string') {
      last = reply;
      await parts.timing.wait(parts.manner.backoff(attempt, parts.timing.random), ask.signal);
      continue;
    }
    const warning = parts.manner.warning(reply);
    if (warning) parts.pace.slow(warning.left, warning.resetMs);
    if (reply.status === 401 && !renewed) {
      renewed = true;
      parts.tokens.forget(ask.as);
      continue;
    }
    const verdict = parts.manner.judge(reply, parts.timing.now());
    if (verdict.kind === 'answer') return reply;
    if (verdict.kind === 'stop') {
      if (verdict.problem.retryAfterMs !== null) parts.pace.stop(verdict.problem.retryAfterMs);
      throw verdict.problem;
    }
    last = `status ${reply.status}`;
    const ms = verdict.afterMs ?? parts.manner.backoff(attempt, parts.timing.random);
    if (verdict.scope === 'call') await parts.timing.wait(ms, ask.signal);
    else (verdict.scope === 'lane' && lane ? lane : parts.pace).stop(ms);
  }
  throw new ProviderProblem('unavailable', `${pathOf(ask.url)} failed ${tries} times, last with ${last}.`);
}

/** A text instead of a reply when the network failed. */
async function send(parts: OutboundParts, ask: Ask, body: string | null): Promise<Reply | string> {
  const token = await parts.tokens.token(ask.as);
  try {
    const response = await request(ask.url, {
      method: body === null ? 'GET' : 'POST',
      dispatcher: parts.agent,
      signal: AbortSignal.any([ask.signal, AbortSignal.timeout(LONGEST_CALL_MS)]),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...parts.manner.headers,
        ...ask.headers,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { body }),
    });
    return await readReply(response, ask.url);
  } catch (error) {
    if (ask.signal.aborted || error instanceof ProviderProblem || error instanceof NotReading) throw error;
    if (error instanceof InsideAddress) throw new ProviderProblem('unauthorized', `${error.message}.`);
    return error instanceof Error ? error.message || error.name : String(error);
  }
}
