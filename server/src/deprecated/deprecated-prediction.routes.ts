import { z } from 'zod';
import {
  DEPLOYMENT,
  DEPLOYMENT_REFUSALS,
  deploymentTarget,
  OPTION_REFUSALS,
  PredictionQuery,
  PredictionRows,
  type PredictionVariant,
  predict,
  predictionRoute,
  ROW_REFUSALS,
} from '#deployments';
import { joinRefusals, type Refusals } from '#platform/http/problem.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '#projects';
import { leaderboardTarget, v1Prediction } from './leaderboard-predictions.ts';

const deprecated = {
  since: 'v6.0',
  replacedBy: 'POST /predApi/v1.0/deployments/{deploymentId}/predictions',
  family: 'prediction-api',
} as const;

/** What every old prediction route shares with the one that replaced it: rows in, rows out, the same options. */
const route = routeGroup({ ...predictionRoute, part: 'deprecated', history: { added: 'v1.0', deprecated } });

const WITH_REASONS: PredictionVariant = { defaultExplanations: 3 };
const OF_SERIES: PredictionVariant = { only: 'series' };

/** The last word of the path, the operation, its summary, and what differs from the current route. */
const OF_MODELS = [
  ['predict', 'oldPredict', 'Predictions of a model of a leaderboard', {}],
  ['timeSeriesPredict', 'oldForecast', 'Forecasts of a leaderboard', OF_SERIES],
  ['timeSeriesPredictions', 'oldForecasts', 'Forecasts of a leaderboard, under another name', OF_SERIES],
  ['reasonCodesPredictions', 'oldReasons', 'Predictions with explanations', WITH_REASONS],
  ['predictionExplanations', 'oldExplained', 'Predictions with explanations', WITH_REASONS],
] as const;

const OF_DEPLOYMENTS = [
  ['timeSeriesPredictions', 'oldDeployedForecasts', 'Forecasts', OF_SERIES],
  ['predictionExplanations', 'oldDeployedExplained', 'Predictions with explanations', WITH_REASONS],
] as const;

const NO_SUCH_MODEL = { 404: ['projects.no_such_model'] };

/** The same as of the current route, and other models where the route is for time series. */
const refusalsOf = (style: PredictionVariant, own: Refusals) =>
  joinRefusals(ROW_REFUSALS, OPTION_REFUSALS, own, style.only === 'series' ? { 422: ['predictions.not_series'] } : {});

export const deprecatedPredictionRoutes: readonly RouteRecord[] = [
  ...OF_MODELS.map(([word, operation, summary, style]) =>
    route.post(`/predApi/v1.0/{projectId}/{modelId}/${word}` as const, operation, {
      query: PredictionQuery,
      replies: { 200: PredictionRows },
      access: needs(PROJECT, 'use'),
      refusals: refusalsOf(style, NO_SUCH_MODEL),
      summary,
      handle: (ctx, input) =>
        predict(ctx, () => leaderboardTarget(ctx, input.params.projectId, input.params.modelId), input, style),
    }),
  ),
  ...OF_DEPLOYMENTS.map(([word, operation, summary, style]) =>
    route.post(`/predApi/v1.0/deployments/{deploymentId}/${word}` as const, operation, {
      query: PredictionQuery,
      replies: { 200: PredictionRows },
      agentKeys: { ownDeployment: 'deploymentId' },
      access: needs(DEPLOYMENT, 'use', null),
      refusals: refusalsOf(style, DEPLOYMENT_REFUSALS),
      summary: `Predictions of a deployment: ${summary.toLowerCase()}`,
      handle: (ctx, input) => predict(ctx, () => deploymentTarget(ctx, input.params.deploymentId), input, style),
    }),
  ),
];

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
  route.post('/api/v1/{projectId}/{modelId}/predict', 'v1Predict', {
    access: needs(PROJECT, 'use'),
    summary: 'Predictions of a model of a leaderboard, in the shape of version 1',
    query: z.strictObject({}),
    replies: { 200: V1Predictions },
    refusals: joinRefusals(ROW_REFUSALS, NO_SUCH_MODEL),
    handle: (ctx, input) => v1Prediction(ctx, input.params.projectId, input.params.modelId, input),
  }),
];
