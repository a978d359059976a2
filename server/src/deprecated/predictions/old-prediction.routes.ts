import {
  deploymentTarget,
  PredictionQuery,
  PredictionRows,
  type PredictionTarget,
  type PredictionVariant,
  predict,
  predictionRoute,
} from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { type RouteRecord, route } from '#platform/http/route.ts';
import { leaderboardModel } from '#projects';

const deprecated = {
  since: 'v6.0',
  replacedBy: 'POST /predApi/v1.0/deployments/{deploymentId}/predictions',
  family: 'prediction-api',
} as const;

/** What every old prediction route shares with the one that replaced it: rows in, rows out, the same options. */
const old = {
  ...predictionRoute,
  part: 'deprecated',
  method: 'POST',
  history: { added: 'v1.0', deprecated },
  query: PredictionQuery,
  replies: { 200: PredictionRows },
} as const;

const WITH_REASONS: PredictionVariant = { defaultExplanations: 3 };
const OF_SERIES: PredictionVariant = { only: 'series' };

const OF_MODELS = [
  { word: 'predict', operation: 'oldPredict', summary: 'Predictions of a model of a leaderboard', style: {} },
  { word: 'timeSeriesPredict', operation: 'oldForecast', summary: 'Forecasts of a leaderboard', style: OF_SERIES },
  {
    word: 'timeSeriesPredictions',
    operation: 'oldForecasts',
    summary: 'The same, as others call it',
    style: OF_SERIES,
  },
  { word: 'reasonCodesPredictions', operation: 'oldReasons', summary: 'Predictions and why', style: WITH_REASONS },
  { word: 'predictionExplanations', operation: 'oldExplained', summary: 'Predictions and why', style: WITH_REASONS },
] as const;

const OF_DEPLOYMENTS = [
  { word: 'timeSeriesPredictions', operation: 'oldDeployedForecasts', summary: 'Forecasts', style: OF_SERIES },
  { word: 'predictionExplanations', operation: 'oldDeployedExplained', summary: 'And why', style: WITH_REASONS },
] as const;

export const deprecatedPredictionRoutes: readonly RouteRecord[] = [
  ...OF_MODELS.map(({ word, operation, summary, style }) =>
    route({
      ...old,
      access: 'account',
      path: `/predApi/v1.0/{projectId}/{modelId}/${word}` as const,
      operation,
      summary,
      handle: (ctx, input) =>
        predict(ctx, () => leaderboardTarget(ctx, input.params.projectId, input.params.modelId), input, style),
    }),
  ),
  ...OF_DEPLOYMENTS.map(({ word, operation, summary, style }) =>
    route({
      ...old,
      access: 'account',
      agentKeys: { ownDeployment: 'deploymentId' },
      path: `/predApi/v1.0/deployments/{deploymentId}/${word}` as const,
      operation,
      summary: `Predictions of a deployment: ${summary.toLowerCase()}`,
      handle: (ctx, input) => predict(ctx, () => deploymentTarget(ctx, input.params.deploymentId), input, style),
    }),
  ),
];

interface LeaderboardTarget extends PredictionTarget {
  readonly targetType: string;
}

/** A model that answers from its leaderboard, without a deployment: what all old routes with a project are about. */
export async function leaderboardTarget(ctx: Ctx, projectId: string, modelId: string): Promise<LeaderboardTarget> {
  const { predictionThreshold, targetType, load } = await leaderboardModel(ctx, projectId, modelId);
  const modelKey = `leaderboard ${modelId}`;
  return {
    modelKey,
    modelId,
    threshold: predictionThreshold,
    targetType,
    deployment: null,
    load: async () => {
      const { bundle: manifest, files } = await load();
      return { id: modelKey, modelId, manifest, files };
    },
  };
}
