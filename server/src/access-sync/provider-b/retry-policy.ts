import { exponentialBackoff, retryAfterMs } from '#platform/async/retry.ts';
import type { Outcome, ProviderRetryPolicy, Reply } from '../outbound/outbound.ts';
import { ProviderProblem } from '../provider-client.ts';

export const graphRetryPolicy: ProviderRetryPolicy = {
  backoff: exponentialBackoff({ firstMs: 2000, maxMs: 300_000, jitter: [0.75, 1] }),
  classify,
  rateLimit,
};

const RETRYABLE = new Set([429, 500, 502, 503, 504]);

/** 404, 403 and 410 of one item are replies that the caller handles. */
function classify(reply: Reply, now: number): Outcome {
  if (RETRYABLE.has(reply.status)) {
    const afterMs = retryAfterMs(reply.headers['retry-after'], now);
    const throttled = reply.status === 429 || reply.status === 503 || afterMs !== null;
    return { kind: 'retry', scope: throttled ? 'all' : 'call', afterMs };
  }
  if (reply.status === 401)
    return { kind: 'fail', problem: new ProviderProblem('unauthorized', `Graph answered 401: ${messageOf(reply)}`) };
  if (reply.status >= 300 && reply.status < 400 && reply.status !== 304)
    return { kind: 'fail', problem: new ProviderProblem('unavailable', `Graph redirected (${reply.status}).`) };
  return { kind: 'accept' };
}

function rateLimit(reply: Reply): { left: number; resetMs: number } | null {
  const left = Number(reply.headers['ratelimit-remaining'] ?? Number.NaN);
  const seconds = Number(reply.headers['ratelimit-reset'] ?? Number.NaN);
  return Number.isNaN(left) || Number.isNaN(seconds) ? null : { left, resetMs: seconds * 1000 };
}

export function codeOf(reply: Reply): string {
  const { error } = (reply.body ?? {}) as { error?: { code?: unknown } };
  return typeof error?.code === 'string' ? error.code : `status ${reply.status}`;
}

export function messageOf(reply: Reply): string {
  const { error } = (reply.body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  return `${String(error?.code ?? reply.status)} ${String(error?.message ?? '')}`.trim();
}
