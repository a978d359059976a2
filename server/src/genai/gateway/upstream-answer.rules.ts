import { exponentialBackoff, retryAfterMs } from '#platform/async/retry.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { GatewayProblems } from './gateway.problems.ts';

/** Statuses that another attempt may mend, as long as no part of an answer was received. */
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504]);
export const ATTEMPTS = 3;
const backoff = exponentialBackoff({ firstMs: 200, jitter: [0.5, 1.5] });
/** A caller waits: a longer delay is reported to them instead. */
const LONGEST_DELAY_MS = 5_000;

export interface Failed {
  /** Null when there was no answer at all. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

/** Milliseconds before the next attempt; null when that is pointless or would take too long. */
export function delayBefore(failed: Failed, attempt: number, random: () => number): number | null {
  if (failed.status !== null && !RETRYABLE.has(failed.status)) return null;
  const delay = Math.max(backoff(attempt, random), failed.retryAfterMs ?? 0);
  return delay > LONGEST_DELAY_MS ? null : delay;
}

/** `retry-after-ms` is OpenAI's; `Retry-After` is the standard. */
export function retryAfterOf(headers: Readonly<Record<string, string | string[] | undefined>>, now: number) {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const header = headers['retry-after'];
  return typeof header === 'string' ? retryAfterMs(header, now) : null;
}

const LONGEST_SAID = 2_000;

/** The sentence in an upstream's error, in whichever of the usual shapes. */
export function sentenceIn(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    const said = JSON.parse(text) as { error?: { message?: unknown } | string; message?: unknown; detail?: unknown };
    const { error } = said;
    const sentence = typeof error === 'string' ? error : (error?.message ?? said.message ?? said.detail);
    return (typeof sentence === 'string' ? sentence : JSON.stringify(said)).slice(0, LONGEST_SAID);
  } catch {
    return text.slice(0, 200).replaceAll(/\s+/g, ' ').trim();
  }
}

/** What the caller is told of an answer that is none. What they did wrong keeps its status; the rest is a bad gateway. */
export function refusalFor(upstream: string, status: number, body: Buffer, waitMs: number | null): Problem {
  const said = sentenceIn(body);
  if (status === 401 || status === 403) return problem(GatewayProblems.refusedUs, upstream, status);
  if (status === 429) {
    const { code, message } = problem(GatewayProblems.busy, upstream, said);
    return new Problem(429, code, message, { headers: { 'retry-after': String(Math.ceil((waitMs ?? 1000) / 1000)) } });
  }
  if (status >= 400 && status < 500 && status !== 408)
    return new Problem(status, codeIn(body), said || `Refused by ${upstream}`);
  return problem(GatewayProblems.failed, upstream, status, said);
}

function codeIn(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { error?: { code?: unknown } };
    return typeof error?.code === 'string' ? error.code : 'upstream_refused';
  } catch {
    return 'upstream_refused';
  }
}
