import { invalidFields, Problem, problem } from '#platform/http/problem.ts';
import { type ScoringCode, ScoringRefusal } from '../scoring/refusal.ts';
import { CallerLeft, QueueFull } from '../scoring/threads/scoring-threads.ts';
import { PredictionProblems } from './prediction.problems.ts';

/** What is wrong with the rows is 400; what is wrong with an option, or with the rows for a setting, is 422. */
const STATUS: Readonly<Record<ScoringCode, number>> = {
  'missing-columns': 400,
  'too-many-columns': 400,
  'no-rows': 400,
  'wrong-cell': 400,
  unreadable: 400,
  'unknown-charset': 415,
  passthrough: 400,
  'no-history': 400,
  'no-forecasts': 400,
  'forecast-point': 400,
  'out-of-reach': 422,
  'known-in-advance': 422,
  'association-id': 422,
  'not-explained': 422,
  engine: 400,
  'damaged-model': 422,
};

/** Clients of these two read the message by the name of the option. */
const BY_FIELD: ReadonlySet<ScoringCode> = new Set<ScoringCode>(['forecast-point', 'known-in-advance']);

/** Whatever ended a prediction, as the caller reads it; faults of ours as they are. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof ScoringRefusal) return ofRows(error);
  if (error instanceof CallerLeft) return problem(PredictionProblems.callerLeft);
  if (error instanceof QueueFull) return problem(PredictionProblems.tooManyWaiting, error.most);
  return error;
}

function ofRows({ code, message, field }: ScoringRefusal): Problem {
  if (code === 'not-explained' && field !== null) return invalidFields({ [field]: message });
  const extra = BY_FIELD.has(code) && field !== null ? { message: { [field]: message } } : {};
  return new Problem(STATUS[code], `predictions.${code.replaceAll('-', '_')}`, message, { extra });
}
