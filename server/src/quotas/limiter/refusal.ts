import { Problem, type ProblemOptions } from '#platform/http/problem.ts';
import { type Amount, endOfWindow, upTo, WINDOW_NAMES } from './counters.ts';
import type { RefusalCause, TokenRequest } from './ledger.ts';
import type { EffectivePolicy, Plan } from './plan.rules.ts';
import { rateLimitHeaders, SOON_SECONDS } from './rate-limits.ts';

interface RefusalDetails {
  readonly rule: string;
  readonly window: string | null;
  readonly limit: Amount;
  readonly used: Amount;
  readonly asked: Amount;
  readonly resetMs: number;
  readonly reserved: boolean;
}

function detailsOf(
  cause: Exclude<RefusalCause, { kind: 'input' }>,
  ask: TokenRequest,
  plan: Plan,
  nowMs: number,
): RefusalDetails {
  if (cause.kind === 'concurrent') {
    const { limit, used } = cause;
    const resetMs = nowMs + SOON_SECONDS * 1000;
    return { rule: 'concurrentRequests', window: null, limit, used, asked: 1, resetMs, reserved: false };
  }
  const counted = cause.kind === 'counted';
  const place = counted ? cause.rule.place : 0;
  const units = counted ? cause.rule.rule : (plan.capacity?.units ?? 'requests');
  return {
    rule: counted ? units : 'capacity',
    window: WINDOW_NAMES[place],
    limit: counted ? cause.rule.limit : cause.limit,
    used: cause.used,
    asked: units === 'requests' ? 1 : ask.worstCase,
    resetMs: endOfWindow(place, nowMs),
    reserved: cause.kind === 'capacity' && cause.reserved,
  };
}

const LONG_WINDOW: Readonly<Record<string, string>> = { min: 'minute', hour: 'hour', day: 'day' };

/** What is counted, in the plural: requests, or what a token stands for. */
function thingsIn(details: RefusalDetails, ask: TokenRequest, plan: Plan): string {
  const units = details.rule === 'capacity' ? plan.capacity?.units : details.rule;
  return units === 'token' ? thingsOf(ask) : 'requests';
}

/** More than the limit is when nothing of it is used: no window has room for it. */
const neverFits = (cause: RefusalCause, { asked, limit }: RefusalDetails): boolean =>
  cause.kind !== 'concurrent' && asked > limit;

/** What the limit is and what is used of it. */
function reason(cause: RefusalCause, details: RefusalDetails, things: string, holder: string): string {
  const { limit, used, asked } = details;
  if (cause.kind === 'concurrent') return `${holder} has ${used} requests running, and ${limit} may run at once.`;
  const more = things === 'requests' ? '' : `, and this call may need ${asked}`;
  if (cause.kind === 'capacity') {
    if (neverFits(cause, details)) return `The capacity is ${limit} ${things} per minute${more}.`;
    return details.reserved
      ? `What is left of the capacity of ${limit} ${things} per minute is reserved for others (${used} used).`
      : `The capacity of ${limit} ${things} per minute is used up (${used} used).`;
  }
  return `${holder} has used ${used} of ${limit} ${things} per ${LONG_WINDOW[details.window ?? '']}${more}.`;
}

function advice(cause: RefusalCause, details: RefusalDetails, things: string, waitSeconds: number): string {
  if (cause.kind === 'concurrent') return 'Try again when one of them has ended.';
  if (!neverFits(cause, details)) return `Try again in ${waitSeconds} s.`;
  return details.asked > 1
    ? `${details.asked} ${things} never fit, and waiting does not help: ask for less.`
    : `Not even one ${things.slice(0, -1)} fits, and waiting does not help: only a higher limit does.`;
}

const thingsOf = ({ unit }: TokenRequest): string => (unit === 'row' ? 'rows' : 'tokens');

/** A refusal by a quota, with what somebody who can wait needs to know. */
export class QuotaRefusal extends Problem {
  /** The limit and what is used of it, without advice. */
  readonly why: string;
  readonly waitMs: number;
  /** How many tokens would have fitted now; null where only trying tells. */
  readonly room: Amount | null;

  constructor(status: number, code: string, told: { why: string; advice: string }, more: QuotaRefusalOptions) {
    super(status, code, `${told.why} ${told.advice}`, more);
    this.why = told.why;
    this.waitMs = more.waitMs;
    this.room = more.room;
  }
}

type QuotaRefusalOptions = ProblemOptions & { readonly waitMs: number; readonly room: Amount | null };

function remainingOf(cause: RefusalCause, plan: Plan): Amount | null {
  if (cause.kind === 'input') return cause.limit;
  if (cause.kind === 'counted') return cause.rule.rule === 'token' ? upTo(cause.rule.limit, cause.used) : 0;
  if (cause.kind === 'concurrent' || plan.capacity?.units !== 'token') return 0;
  return cause.reserved ? null : upTo(cause.limit, cause.used);
}

/** The refusal of a call, with everything a client needs to do better. */
export function refusalOf(
  cause: RefusalCause,
  ask: TokenRequest,
  plan: Plan,
  effective: EffectivePolicy,
  nowMs: number,
): QuotaRefusal {
  const { quotaId } = plan;
  if (cause.kind === 'input') {
    const why = `The input has ${cause.used} ${thingsOf(ask)}, and ${cause.limit} are allowed in one request.`;
    return new QuotaRefusal(
      422,
      'quotas.input_too_long',
      { why, advice: 'Waiting does not help: send less.' },
      {
        extra: { quotaId, rule: 'inputSequenceLength', limit: cause.limit, used: cause.used },
        waitMs: 0,
        room: remainingOf(cause, plan),
      },
    );
  }
  const details = detailsOf(cause, ask, plan, nowMs);
  const { rule, window, limit, used, resetMs, reserved } = details;
  const waitSeconds = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
  const things = thingsIn(details, ask, plan);
  const why = reason(cause, details, things, holderText(effective.holder));
  return new QuotaRefusal(
    429,
    'quotas.limit_reached',
    { why, advice: advice(cause, details, things, waitSeconds) },
    {
      waitMs: resetMs - nowMs,
      room: remainingOf(cause, plan),
      // Clients rely on it with every 429; whoever reads the words knows better.
      headers: { 'retry-after': String(waitSeconds), ...rateLimitHeaders(limit, upTo(limit, used), waitSeconds) },
      extra: {
        quotaId,
        rule,
        ...(rule === 'capacity' ? { units: plan.capacity?.units } : {}),
        window,
        limit,
        used,
        reset: new Date(resetMs).toISOString(),
        reserved,
      },
    },
  );
}

const holderText = (holder: string) => `The ${holder.replace(/^usergroup /, 'group ')}`;

/** The same refusal with the `error` object that OpenAI clients read, beside what ours read. */
export function inOpenAiShape(problem: Problem): Problem {
  const limited = problem.status === 429;
  const error = {
    message: problem.message,
    type: limited ? 'rate_limit_exceeded' : 'invalid_request_error',
    param: limited ? null : 'messages',
    code: limited ? 'quota_exceeded' : 'context_length_exceeded',
  };
  return new Problem(problem.status, problem.code, problem.message, {
    headers: problem.headers,
    extra: { ...problem.extra, error },
    ...(problem.fields ? { fields: problem.fields } : {}),
  });
}
