import { Problem, type ProblemOptions } from '#platform/http/problem.ts';
import { type Amount, endOfWindow, upTo, WINDOW_NAMES } from './counters.ts';
import type { Ask, Cause } from './ledger.ts';
import type { Binding, Plan } from './plan.rules.ts';
import { rateLimitHeaders, SOON_SECONDS } from './rate-limits.ts';

interface Facts {
  readonly rule: string;
  readonly window: string | null;
  readonly limit: Amount;
  readonly used: Amount;
  readonly asked: Amount;
  readonly resetMs: number;
  readonly reserved: boolean;
}

function factsOf(cause: Exclude<Cause, { kind: 'input' }>, ask: Ask, plan: Plan, nowMs: number): Facts {
  if (cause.kind === 'concurrent') {
    const { limit, used } = cause;
    return {
      rule: 'concurrentRequests',
      window: null,
      limit,
      used,
      asked: 1,
      resetMs: nowMs + SOON_SECONDS * 1000,
      reserved: false,
    };
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
function thingsIn(facts: Facts, ask: Ask, plan: Plan): string {
  const units = facts.rule === 'capacity' ? plan.capacity?.units : facts.rule;
  return units === 'token' ? thingsOf(ask) : 'requests';
}

/** More than the limit is when nothing of it is used: no window has room for it. */
const neverFits = (cause: Cause, { asked, limit }: Facts): boolean => cause.kind !== 'concurrent' && asked > limit;

/** What the limit is and what is used of it. */
function reason(cause: Cause, facts: Facts, things: string, holder: string): string {
  const { limit, used, asked } = facts;
  if (cause.kind === 'concurrent') return `${holder} has ${used} requests running, and ${limit} may run at once.`;
  const more = things === 'requests' ? '' : `, and this call may need ${asked}`;
  if (cause.kind === 'capacity') {
    if (neverFits(cause, facts)) return `The capacity is ${limit} ${things} per minute${more}.`;
    return facts.reserved
      ? `What is left of the capacity of ${limit} ${things} per minute is reserved for others (${used} used).`
      : `The capacity of ${limit} ${things} per minute is used up (${used} used).`;
  }
  return `${holder} has used ${used} of ${limit} ${things} per ${LONG_WINDOW[facts.window ?? '']}${more}.`;
}

function advice(cause: Cause, facts: Facts, things: string, waitSeconds: number): string {
  if (cause.kind === 'concurrent') return 'Try again when one of them has ended.';
  if (!neverFits(cause, facts)) return `Try again in ${waitSeconds} s.`;
  return facts.asked > 1
    ? `${facts.asked} ${things} never fit, and waiting does not help: ask for less.`
    : `Not even one ${things.slice(0, -1)} fits, and waiting does not help: only a higher limit does.`;
}

const thingsOf = ({ unit }: Ask): string => (unit === 'row' ? 'rows' : 'tokens');

/** A refusal by a quota, with what somebody who can wait needs to know. */
export class QuotaRefusal extends Problem {
  /** The limit and what is used of it, without advice. */
  readonly why: string;
  readonly waitMs: number;
  /** How many tokens would have fitted now; null where only trying tells. */
  readonly room: Amount | null;

  constructor(status: number, code: string, told: { why: string; advice: string }, more: QuotaRefusalFacts) {
    super(status, code, `${told.why} ${told.advice}`, more);
    this.why = told.why;
    this.waitMs = more.waitMs;
    this.room = more.room;
  }
}

type QuotaRefusalFacts = ProblemOptions & { readonly waitMs: number; readonly room: Amount | null };

function roomIn(cause: Cause, plan: Plan): Amount | null {
  if (cause.kind === 'input') return cause.limit;
  if (cause.kind === 'counted') return cause.rule.rule === 'token' ? upTo(cause.rule.limit, cause.used) : 0;
  if (cause.kind === 'concurrent' || plan.capacity?.units !== 'token') return 0;
  return cause.reserved ? null : upTo(cause.limit, cause.used);
}

/** The refusal of a call, with everything a client needs to do better. */
export function refusalOf(cause: Cause, ask: Ask, plan: Plan, binding: Binding, nowMs: number): QuotaRefusal {
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
        room: roomIn(cause, plan),
      },
    );
  }
  const facts = factsOf(cause, ask, plan, nowMs);
  const { rule, window, limit, used, resetMs, reserved } = facts;
  const waitSeconds = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
  const things = thingsIn(facts, ask, plan);
  const why = reason(cause, facts, things, holderText(binding.holder));
  return new QuotaRefusal(
    429,
    'quotas.limit_reached',
    { why, advice: advice(cause, facts, things, waitSeconds) },
    {
      waitMs: resetMs - nowMs,
      room: roomIn(cause, plan),
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
