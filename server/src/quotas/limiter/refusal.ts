import { Problem } from '#platform/http/problem.ts';
import { type Amount, upTo } from './amount.ts';
import type { Binding } from './binding.rules.ts';
import type { Plan } from './plan.rules.ts';
import { rateLimitHeaders, SOON_SECONDS } from './rate-limit-headers.ts';
import type { Ask, Cause } from './verdict.rules.ts';
import { endOfWindow, WINDOW_NAMES } from './windows.rules.ts';

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

function sentence(cause: Cause, facts: Facts, plan: Plan, holder: string, waitSeconds: number): string {
  const { limit, used, asked } = facts;
  const window = LONG_WINDOW[facts.window ?? ''];
  const things = (facts.rule === 'capacity' ? plan.capacity?.units : facts.rule) === 'token' ? 'tokens' : 'requests';
  if (cause.kind === 'concurrent') {
    return `${holder} has ${used} requests running, and ${limit} may run at once. Try again when one of them has ended.`;
  }
  const again = `Try again in ${waitSeconds} s.`;
  const never = asked > limit ? ` Asked were ${asked} ${things}, which never fit: ask for less.` : '';
  if (cause.kind === 'capacity') {
    return facts.reserved
      ? `What is left of the capacity of ${limit} ${things} per minute is reserved for others (${used} used). ${again}${never}`
      : `The capacity of ${limit} ${things} per minute is used up (${used} used). ${again}${never}`;
  }
  const more = things === 'tokens' ? `, and this call may need ${asked}` : '';
  return `${holder} has used ${used} of ${limit} ${things} per ${window}${more}. ${again}${never}`;
}

/** The refusal of a call, with everything a client needs to do better. */
export function refusalOf(cause: Cause, ask: Ask, plan: Plan, binding: Binding, nowMs: number): Problem {
  const { quotaId } = plan;
  if (cause.kind === 'input') {
    return new Problem(
      422,
      'quotas.input_too_long',
      `The input has ${cause.used} tokens, and ${cause.limit} are allowed in one request. Waiting does not help: send less.`,
      { extra: { quotaId, rule: 'inputSequenceLength', limit: cause.limit, used: cause.used } },
    );
  }
  const facts = factsOf(cause, ask, plan, nowMs);
  const { rule, window, limit, used, resetMs, reserved } = facts;
  const waitSeconds = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
  const text = sentence(cause, facts, plan, holderText(binding.holder), waitSeconds);
  return new Problem(429, 'quotas.limit_reached', text, {
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
  });
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
