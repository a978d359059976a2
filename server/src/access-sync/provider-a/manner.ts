import { jitteredTo64s, retryAfterMs, untilDailyReset } from '../outbound/backoff.rules.ts';
import type { Manner, Verdict } from '../outbound/outbound.ts';
import type { Reply } from '../outbound/reply.ts';
import { ProviderProblem } from '../provider-client.ts';

export const driveManner: Manner = {
  backoff: jitteredTo64s,
  judge,
  warning: () => null,
  headers: { 'user-agent': 'Almanac/AccessSync (gzip)' },
};

/** Reasons that mean "slower": those of one person stop that person's calls only. */
const slower: Readonly<Record<string, 'all' | 'lane'>> = {
  rateLimitExceeded: 'all',
  sharingRateLimitExceeded: 'all',
  userRateLimitExceeded: 'lane',
};

function judge(reply: Reply, now: number): Verdict {
  const reason = reasonOf(reply);
  const afterMs = retryAfterMs(reply.headers['retry-after'], now);
  if (reason === 'dailyLimitExceeded') {
    const message = 'The daily limit of the project is used up; reading goes on when the provider counts anew.';
    const problem = new ProviderProblem('throttled', message, { retryAfterMs: untilDailyReset(now) });
    return { kind: 'stop', problem };
  }
  if (reply.status === 429 || (reply.status === 403 && reason in slower))
    return { kind: 'again', scope: slower[reason] ?? 'all', afterMs };
  if (reply.status >= 500) return { kind: 'again', scope: 'call', afterMs };
  if (reply.status === 401)
    return {
      kind: 'stop',
      problem: new ProviderProblem('unauthorized', `The provider answered 401: ${messageOf(reply)}`),
    };
  if (reply.status >= 300 && reply.status < 400)
    return { kind: 'stop', problem: new ProviderProblem('unavailable', `The provider redirected (${reply.status}).`) };
  return { kind: 'answer' };
}

interface Envelope {
  readonly error?: { readonly message?: unknown; readonly errors?: readonly { readonly reason?: unknown }[] };
}

export function reasonOf(reply: Reply): string {
  const reason = (reply.body as Envelope | null)?.error?.errors?.[0]?.reason;
  return typeof reason === 'string' ? reason : '';
}

export const messageOf = (reply: Reply): string =>
  `${reasonOf(reply) || reply.status} ${String((reply.body as Envelope | null)?.error?.message ?? '')}`.trim();
