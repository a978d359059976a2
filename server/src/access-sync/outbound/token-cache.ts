import { type Dispatcher, request } from 'undici';
import { InsideAddress } from '#platform/net/guarded-connect.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { TokenSource } from './outbound.ts';
import { type Reply, readReply } from './reply.ts';
import type { Timing } from './timing.ts';

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

export interface TokenAsk {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly agent: Dispatcher;
  readonly timing: Timing;
}

const TRIES = 4;
const LONGEST_MS = 120_000;

/** Asks a token endpoint. Refusals (4xx) come back as replies; trouble on the way is tried again. */
export async function askForToken({ url, form, agent, timing }: TokenAsk): Promise<Reply> {
  // Several calls may wait for one token: none of them may take it from the others by giving up.
  const signal = AbortSignal.timeout(LONGEST_MS);
  for (let attempt = 1; ; attempt += 1) {
    let failure: string;
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher: agent,
        signal,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(form).toString(),
      });
      const reply = await readReply(response, url);
      if (reply.status < 500 && reply.status !== 429) return reply;
      failure = `status ${reply.status}`;
    } catch (error) {
      if (error instanceof InsideAddress) throw new ProviderProblem('unauthorized', `${error.message}.`);
      failure = error instanceof Error ? error.message || error.name : String(error);
    }
    if (attempt >= TRIES)
      throw new ProviderProblem(
        'unavailable',
        `The token endpoint ${url} failed ${TRIES} times, last with ${failure}.`,
      );
    await timing.wait(2 ** attempt * 500 * (0.5 + timing.random() / 2), signal);
  }
}

export function tokenOf(reply: Reply): { token: string; lifetimeMs: number } | null {
  const { access_token: token, expires_in: seconds } = (reply.body ?? {}) as Record<string, unknown>;
  if (reply.status !== 200 || typeof token !== 'string') return null;
  return { token, lifetimeMs: (typeof seconds === 'number' ? seconds : 300) * 1000 };
}
