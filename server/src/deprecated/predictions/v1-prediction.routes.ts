import { z } from 'zod';
import { predictionRoute } from '#deployments';
import { route } from '#platform/http/route.ts';
import { v1Prediction } from './v1-prediction.ts';

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
