import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { baselineOf, type PredictionSummary, summaryOf } from '../profiles/prediction-summary.rules.ts';
import { readProfiles, type StoredProfiles } from '../profiles/read-profiles.ts';
import { bucketsOf, periodOf } from '../scope/period.rules.ts';
import { splitByBatch, splitByTime } from '../scope/statistics-parts.ts';
import { getScopeOrThrow, type StatisticsScope, selectBatches } from '../scope/statistics-scope.ts';
import type { PredictionsOverBatchQuery, PredictionsOverTimeQuery } from './drift.schema.ts';
import { type SelectedModel, selectModels } from './drift.ts';

interface Asked {
  readonly targetClass?: readonly string[] | undefined;
  readonly targetClasses?: readonly string[] | undefined;
  readonly includePercentiles: boolean;
}

type Rows = StoredProfiles['rows'][number][];

function requireTargetDrift({ deployment }: StatisticsScope): void {
  if (!deployment.settings.targetDrift.enabled)
    refuse(MonitoringProblems.notWatched, 'What is predicted', 'targetDrift');
}

/** Only the classes that were asked for. */
function filterClasses<T extends PredictionSummary>(summary: T, { targetClass, targetClasses }: Asked): T {
  const wanted = [...(targetClass ?? []), ...(targetClasses ?? [])];
  if (wanted.length === 0) return summary;
  const isWanted = ({ className }: { readonly className: string }) => wanted.includes(className);
  return {
    ...summary,
    meanProbabilities: summary.meanProbabilities.filter(isWanted),
    classDistribution: summary.classDistribution.filter(isWanted),
  };
}

function baselinesOf(models: readonly SelectedModel[], query: Asked) {
  return models.flatMap(({ modelId, model, layout }) => {
    const baseline = baselineOf(model.target, layout, query.includePercentiles);
    return baseline === null ? [] : [{ modelId, ...filterClasses(baseline, query) }];
  });
}

const summarize = ({ modelId, model, layout }: SelectedModel, kept: StoredProfiles, rows: Rows, query: Asked) => ({
  modelId,
  ...filterClasses(summaryOf(model.target, layout, kept, rows, query.includePercentiles), query),
});

/** What was predicted, bucket by bucket and model by model. */
export async function predictionsOverTime(
  ctx: Ctx,
  deploymentId: string,
  query: z.output<typeof PredictionsOverTimeQuery>,
) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireTargetDrift(scope);
  const period = periodOf(query, ctx.now());
  const split = splitByTime(bucketsOf(period, query.bucketSize));
  const models = await selectModels(ctx, scope);
  const kept = await readProfiles(ctx, { ...scope, within: period, withDigests: true });
  return {
    baselines: baselinesOf(models, query),
    buckets: models.flatMap((model) =>
      split(kept.rows.filter(({ model_id }) => model_id === model.modelId)).map(({ label, rows }) => ({
        ...label,
        ...summarize(model, kept, rows, query),
      })),
    ),
  };
}

export async function predictionsOverBatch(
  ctx: Ctx,
  deploymentId: string,
  query: z.output<typeof PredictionsOverBatchQuery>,
) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireTargetDrift(scope);
  const batches = await selectBatches(ctx, scope, query);
  const models = await selectModels(ctx, scope);
  const within = { batchIds: batches.map(({ id }) => id) };
  const kept = await readProfiles(ctx, { ...scope, within, withDigests: true });
  return {
    baselines: baselinesOf(models, query),
    buckets: models.flatMap((model) =>
      splitByBatch(batches)(kept.rows.filter(({ model_id }) => model_id === model.modelId)).map(({ label, rows }) => ({
        ...label,
        ...summarize(model, kept, rows, query),
      })),
    ),
    ...scope.segmentFields,
  };
}
