import { type Backoff, retryAfterMs } from '#platform/async/retry.ts';
import type { Outcome, ProviderRetryPolicy, Reply } from '../outbound/outbound.ts';
import { ProviderProblem } from '../provider-client.ts';

const SECOND = 1000;

/** As the provider's documentation states it: a power of two plus up to a second, at most 64 s. */
export const driveBackoff: Backoff = (attempt, random) =>
  Math.min(2 ** (attempt - 1) * SECOND + random() * SECOND, 64 * SECOND);

export const driveRetryPolicy: ProviderRetryPolicy = { backoff: driveBackoff, classify, rateLimit: () => null };

/** Daily limits reset at midnight in California: 08:00 UTC, an hour earlier in summer. */
export function untilDailyReset(now: number): number {
  const day = 24 * 3600 * SECOND;
  const reset = 8 * 3600 * SECOND;
  return day - ((now - reset) % day);
}

/** Rate limits, and what they pause: the whole app, or the impersonated user. */
const rateLimits: Readonly<Record<string, 'all' | 'lane'>> = {
  rateLimitExceeded: 'all',
  sharingRateLimitExceeded: 'all',
  userRateLimitExceeded: 'lane',
};

function classify(reply: Reply, now: number): Outcome {
  const reason = reasonOf(reply);
  const afterMs = retryAfterMs(reply.headers['retry-after'], now);
  if (reason === 'dailyLimitExceeded') {
    const message = 'The daily limit of the project is used up; reading continues when it resets.';
    const problem = new ProviderProblem('throttled', message, { retryAfterMs: untilDailyReset(now) });
    return { kind: 'fail', problem };
  }
  if (reply.status === 429 || (reply.status === 403 && reason in rateLimits))
    return { kind: 'retry', scope: rateLimits[reason] ?? 'all', afterMs };
  if (reply.status >= 500) return { kind: 'retry', scope: 'call', afterMs };
  if (reply.status === 401)
    return {
      kind: 'fail',
      problem: new ProviderProblem('unauthorized', `The provider answered 401: ${messageOf(reply)}`),
    };
  if (reply.status >= 300 && reply.status < 400)
    return { kind: 'fail', problem: new ProviderProblem('unavailable', `The provider redirected (${reply.status}).`) };
  return { kind: 'accept' };
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
