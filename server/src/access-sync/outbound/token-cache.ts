import { type Dispatcher, request } from 'undici';
import { exponentialBackoff, retry, type Timing } from '#platform/async/retry.ts';
import { InsideAddress } from '#platform/net/guarded-connect.ts';
import { ProviderProblem } from '../provider-client.ts';
import { type Reply, readReply, type TokenSource } from './outbound.ts';

/** Renewed this long before they run out, so that no call leaves with a token that dies on the way. */
const EARLY_MS = 300_000;

interface Held {
  readonly token: Promise<string>;
  expiresAt: number;
}

/** One token per person acted for, asked for once however many calls wait for it. */
export function tokenCache(
  timing: Timing,
  issue: (as: string | null) => Promise<{ token: string; lifetimeMs: number }>,
): TokenSource {
  const held = new Map<string | null, Held>();
  return {
    token(as) {
      const known = held.get(as);
      if (known && known.expiresAt > timing.now()) return known.token;
      const fresh: Held = {
        expiresAt: Number.POSITIVE_INFINITY,
        token: issue(as).then(
          ({ token, lifetimeMs }) => {
            fresh.expiresAt = timing.now() + Math.max(0, lifetimeMs - Math.min(EARLY_MS, lifetimeMs / 2));
            return token;
          },
          (error: unknown) => {
            if (held.get(as) === fresh) held.delete(as);
            throw error;
          },
        ),
      };
      held.set(as, fresh);
      return fresh.token;
    },
    forget: (as) => {
      held.delete(as);
    },
  };
}

export interface TokenRequest {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly agent: Dispatcher;
  readonly timing: Timing;
}

const ATTEMPTS = 4;
const LONGEST_MS = 120_000;
const backoff = exponentialBackoff({ firstMs: 1000, jitter: [0.5, 1] });

/** Calls a token endpoint. Refusals (4xx) are returned; network and server errors are retried. */
export async function requestTokenReply({ url, form, agent, timing }: TokenRequest): Promise<Reply> {
  // Several calls may wait for one token, so the request does not end with the call that started it.
  const signal = AbortSignal.timeout(LONGEST_MS);
  const send = async (): Promise<Reply> => {
    const response = await request(url, {
      method: 'POST',
      dispatcher: agent,
      signal,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    });
    const reply = await readReply(response, url);
    if (reply.status >= 500 || reply.status === 429) throw new Error(`status ${reply.status}`);
    return reply;
  };
  const delayMs = (error: unknown, attempt: number) =>
    error instanceof InsideAddress ? null : backoff(attempt, timing.random);
  try {
    return await retry(send, { attempts: ATTEMPTS, delayMs, signal, wait: timing.wait });
  } catch (error) {
    if (error instanceof InsideAddress) throw new ProviderProblem('unauthorized', `${error.message}.`);
    const failure = error instanceof Error ? error.message || error.name : String(error);
    const message = `The token endpoint ${url} failed ${ATTEMPTS} times, last with ${failure}.`;
    throw new ProviderProblem('unavailable', message);
  }
}

export function tokenOf(reply: Reply): { token: string; lifetimeMs: number } | null {
  const { access_token: token, expires_in: seconds } = (reply.body ?? {}) as Record<string, unknown>;
  if (reply.status !== 200 || typeof token !== 'string') return null;
  return { token, lifetimeMs: (typeof seconds === 'number' ? seconds : 300) * 1000 };
}

/** The provider's own words, which name the account, application, tenant or secret that is wrong. */
export function refusalOf(reply: Reply): string {
  const { error, error_description: description } = (reply.body ?? {}) as Record<string, unknown>;
  return `The token endpoint answered ${reply.status} ${String(error ?? '')}: ${String(description ?? 'no reason given')}`;
}
