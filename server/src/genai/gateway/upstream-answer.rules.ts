import { Problem, problem } from '#platform/http/problem.ts';
import { GatewayProblems } from './gateway.problems.ts';

/** Worth another try, as long as nothing of an answer has come. */
const AGAIN = new Set([408, 429, 500, 502, 503, 504]);
export const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 200;
/** A caller waits: what asks for more patience than this is told to them instead. */
const LONGEST_PAUSE_MS = 5_000;

export interface Failed {
  /** Null when there was no answer at all. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

/** How long to wait before trying again; null when trying again is over or pointless. `tries` counts those made. */
export function pauseBefore(failed: Failed, tries: number, random: () => number): number | null {
  if (tries >= MOST_TRIES || (failed.status !== null && !AGAIN.has(failed.status))) return null;
  const own = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random());
  const pause = Math.max(own, failed.retryAfterMs ?? 0);
  return pause > LONGEST_PAUSE_MS ? null : pause;
}

/** `retry-after-ms` is OpenAI's; `Retry-After` is in seconds or a date. */
export function retryAfterMs(headers: Readonly<Record<string, string | string[] | undefined>>, now: number) {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const said = headers['retry-after'];
  if (typeof said !== 'string') return null;
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said) * 1000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
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
