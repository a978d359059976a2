import { badRequest, catalogue, invalidFields, Problem, problem, unprocessable } from '#platform/http/problem.ts';
import { type ScoringCode, ScoringRefusal } from '../scoring/scoring-refusal.ts';
import { CallerLeft, QueueFull } from '../scoring/threads/scoring-threads.ts';

/** Refusals of the Prediction API that are not about the rows themselves. */
export const PredictionProblems = catalogue({
  notActive: unprocessable(
    'predictions.not_active',
    (id: string, status: string) =>
      `Deployment ${id} is ${status} and does not answer. Activate it: PATCH /api/v2/deployments/${id}/status/.`,
  ),
  notReady: {
    status: 503,
    code: 'predictions.not_ready',
    message: (id: string) => `Deployment ${id} is being launched. Try again in a few seconds.`,
    retryAfter: 5,
  },
  external: badRequest(
    'predictions.external',
    (id: string) =>
      `Bad request: the model of deployment ${id} runs elsewhere and only reports here. Ask it where it runs.`,
  ),
  wrongType: {
    status: 415,
    code: 'predictions.wrong_type',
    message: (type: string) =>
      `Content-Type ${type} is not taken here; send text/csv, application/json, or a multipart/form-data with a part "file".`,
  },
  noFilePart: badRequest(
    'predictions.no_file',
    () => 'The multipart form has no part called "file". Send the rows as a file in a part of that name.',
  ),
  lineTooLong: {
    status: 414,
    code: 'predictions.line_too_long',
    message: (length: number, limit: number) =>
      `The request line has ${length} bytes, and ${limit} are taken. Use passthroughColumnsSet=all instead of many names.`,
  },
  notSeries: unprocessable(
    'predictions.not_series',
    (modelId: string) =>
      `Model ${modelId} is not a time series model, and this route is for those. Use the predictions route.`,
  ),
  unstructured: unprocessable(
    'predictions.not_unstructured',
    (id: string) =>
      `The model of deployment ${id} is not unstructured: it answers rows. Send them to ` +
      `POST /predApi/v1.0/deployments/${id}/predictions.`,
  ),
  callerLeft: {
    status: 499,
    code: 'predictions.caller_left',
    message: () => 'The connection was closed before the answer was ready. The work on it has ended; send it again.',
  },
  tooManyWaiting: {
    status: 429,
    code: 'predictions.too_many_waiting',
    message: (most: number) =>
      `Your other large requests are still waiting to be scored: more than ${most} bytes of one caller are not kept ` +
      '(ALMANAC_SCORING_QUEUE_BYTES). Wait for their answers, or use batch predictions.',
    retryAfter: 5,
  },
  cutOff: badRequest('predictions.cut_off', () => 'The body ended before it was complete. Send it again.'),
});

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

/** Clients read the message of these two by the name of the option. */
const BY_FIELD: ReadonlySet<ScoringCode> = new Set<ScoringCode>(['forecast-point', 'known-in-advance']);

/** What the caller reads of an error that ended a prediction; internal errors stay as they are. */
export function problemOf(error: unknown): unknown {
  if (error instanceof ScoringRefusal) return problemOfRows(error);
  if (error instanceof CallerLeft) return problem(PredictionProblems.callerLeft);
  if (error instanceof QueueFull) return problem(PredictionProblems.tooManyWaiting, error.most);
  return error;
}

function problemOfRows({ code, message, field }: ScoringRefusal): Problem {
  if (code === 'not-explained' && field !== null) return invalidFields({ [field]: message });
  const extra = BY_FIELD.has(code) && field !== null ? { message: { [field]: message } } : {};
  return new Problem(STATUS[code], `predictions.${code.replaceAll('-', '_')}`, message, { extra });
}
