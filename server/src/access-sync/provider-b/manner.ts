import { jitteredTo5Minutes, retryAfterMs } from '../outbound/backoff.rules.ts';
import type { Manner, Verdict } from '../outbound/outbound.ts';
import type { Reply } from '../outbound/reply.ts';
import { ProviderProblem } from '../provider-client.ts';

/** Undecorated traffic is throttled first. */
const USER_AGENT = 'NONISV|Almanac|AccessSync/1.0';

export const graphManner: Manner = {
  backoff: jitteredTo5Minutes,
  judge,
  warning,
  headers: { 'user-agent': USER_AGENT },
};

const AGAIN = new Set([429, 500, 502, 503, 504]);

/** What stops the whole connection; 404, 403 and 410 on one thing are answers for whoever asked. */
function judge(reply: Reply, now: number): Verdict {
  if (AGAIN.has(reply.status)) {
    const afterMs = retryAfterMs(reply.headers['retry-after'], now);
    const throttled = reply.status === 429 || reply.status === 503 || afterMs !== null;
    return { kind: 'again', scope: throttled ? 'all' : 'call', afterMs };
  }
  if (reply.status === 401)
    return { kind: 'stop', problem: new ProviderProblem('unauthorized', `Graph answered 401: ${messageOf(reply)}`) };
  if (reply.status >= 300 && reply.status < 400 && reply.status !== 304)
    return { kind: 'stop', problem: new ProviderProblem('unavailable', `Graph redirected (${reply.status}).`) };
  return { kind: 'answer' };
}

function warning(reply: Reply): { left: number; resetMs: number } | null {
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
