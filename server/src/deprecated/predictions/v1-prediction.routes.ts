import { z } from 'zod';
import { type PredictionInput, predict, predictionRoute } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { route } from '#platform/http/route.ts';
import { leaderboardTarget } from './old-prediction.routes.ts';

const Label = z.union([z.string(), z.number()]);

/** What programs of the time before the Prediction API read. */
const V1Predictions = z.strictObject({
  code: z.literal(200),
  version: z.literal('v1'),
  status: z.string(),
  model_id: z.string(),
  execution_time: z.number(),
  task: z.string(),
  predictions: z.array(
    z.strictObject({
      row_id: z.int(),
      prediction: Label.nullable(),
      class_probabilities: z.record(z.string(), z.number().nullable()).optional(),
    }),
  ),
});

export const v1PredictionRoutes = [
  route({
    ...predictionRoute,
    part: 'deprecated',
    access: 'account',
    method: 'POST',
    path: '/api/v1/{projectId}/{modelId}/predict',
    operation: 'v1Predict',
    summary: 'Predictions of a model of a leaderboard, in the shape of version 1',
    history: {
      added: 'v1.0',
      deprecated: {
        since: 'v6.0',
        replacedBy: 'POST /predApi/v1.0/deployments/{deploymentId}/predictions',
        family: 'prediction-api',
      },
    },
    query: z.strictObject({}),
    replies: { 200: V1Predictions },
    handle: (ctx, input) => v1Prediction(ctx, input.params.projectId, input.params.modelId, input),
  }),
];

interface Row {
  readonly rowId: number;
  readonly prediction: string | number | null;
  readonly predictionValues: readonly { readonly label: string | number; readonly value: number | null }[];
}

const TASKS: Readonly<Record<string, string>> = { Anomaly: 'Regression' };

/** The current answer, told as version 1 told it. */
async function v1Prediction(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  input: Omit<PredictionInput, 'query'>,
): Promise<Reply> {
  const subject = await leaderboardTarget(ctx, projectId, modelId);
  const headers = { ...input.headers, accept: 'application/json' };
  const reply = await predict(ctx, () => subject, { ...input, headers, query: {} });
  const { data } = JSON.parse(textOf(reply)) as { data: readonly Row[] };
  const { targetType: type } = subject;
  const classes = type === 'Binary' || type === 'Multiclass';
  return answer(200, {
    headers: reply.headers ?? {},
    body: {
      code: 200,
      version: 'v1',
      status: '',
      model_id: modelId,
      execution_time: Number(reply.headers?.['x-datarobot-execution-time'] ?? 0),
      task: TASKS[type] ?? type,
      predictions: data.map(({ rowId, prediction, predictionValues }) => ({
        row_id: rowId,
        prediction,
        ...(classes
          ? { class_probabilities: Object.fromEntries(predictionValues.map(({ label, value }) => [label, value])) }
          : {}),
      })),
    },
  });
}

const textOf = (reply: Awaited<ReturnType<typeof predict>>): string =>
  reply.kind === 'reply' ? (reply.written ?? '') : String(reply.content);
