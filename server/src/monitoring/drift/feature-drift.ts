import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { columnNamed, mergedColumns, readProfiles } from '../profiles/read-profiles.ts';
import { periodOf, toPeriod } from '../scope/period.rules.ts';
import { askedBatches, getQuestionOrThrow, type Question } from '../scope/statistics-scope.ts';
import { askedModel } from './asked-model.ts';
import { scoreColumn } from './drift.rules.ts';
import type { FeatureDriftQuery } from './drift.schema.ts';
import { watchedFeatures } from './watched-features.ts';

export function requireFeatureDrift({ deployment }: Question): void {
  if (!deployment.settings.featureDrift.enabled) {
    refuse(MonitoringProblems.notWatched, 'The drift of features', 'featureDrift');
  }
}

/** How far each feature has moved from the training data, the most important first. */
export async function featureDrift(
  ctx: Ctx,
  deploymentId: string,
  url: string,
  query: z.output<typeof FeatureDriftQuery>,
) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  requireFeatureDrift(question);
  const period = periodOf(query, ctx.now());
  const batches = query.batchId ? await askedBatches(ctx, question, query) : [];
  const within = query.batchId ? { batchIds: batches.map(({ id }) => id) } : period;
  const asked = await askedModel(ctx, question);
  const features = asked ? watchedFeatures(question.deployment, asked.model, asked.layout) : [];
  const limit = query.limit === 0 ? Math.max(1, features.length) : query.limit;
  const shown = features.slice(query.offset, query.offset + limit);
  const names = shown.map(({ name }) => name);
  const kept = await readProfiles(ctx, { ...question, modelIds: question.modelIds.slice(0, 1), within });
  const recent = mergedColumns(kept, kept.rows, names);
  const data = shown.map(({ name, importance }, at) => ({
    name,
    featureImpact: importance,
    ...scoreColumn(query.metric, asked && columnNamed(asked.layout, name), recent[at] ?? null),
  }));
  return {
    ...page(ctx.links, url, { offset: query.offset, limit }, data, features.length),
    period: toPeriod(period),
    metric: query.metric,
    modelId: question.modelIds[0] ?? null,
    batchId: batches.map(({ id }) => id),
    ...question.told,
  };
}
