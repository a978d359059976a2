import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { PREDICTED_LABEL, PREDICTION } from '#projects';
import { MonitoringProblems } from '../monitoring.problems.ts';
import type { Layout, LayoutColumn } from '../profiles/layout.ts';
import { columnNamed, mergedColumns, readProfiles } from '../profiles/read-profiles.ts';
import { periodOf, toPeriod } from '../scope/period.rules.ts';
import { askedBatches, getQuestionOrThrow } from '../scope/statistics-scope.ts';
import { askedModel } from './asked-model.ts';
import { scoreColumn } from './drift.rules.ts';
import type { TargetDriftQuery } from './drift.schema.ts';

/** What predictions are compared in: the number, or for several classes the label. */
export const targetColumn = (layout: Layout): LayoutColumn | undefined =>
  columnNamed(layout, PREDICTION) ?? columnNamed(layout, PREDICTED_LABEL);

/** How far predictions have moved from those on held-out training rows. */
export async function targetDrift(ctx: Ctx, deploymentId: string, query: z.output<typeof TargetDriftQuery>) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  if (!question.deployment.settings.targetDrift.enabled) {
    refuse(MonitoringProblems.notWatched, 'The drift of predictions', 'targetDrift');
  }
  const period = periodOf(query, ctx.now());
  const batches = query.batchId ? await askedBatches(ctx, question, query) : [];
  const within = query.batchId ? { batchIds: batches.map(({ id }) => id) } : period;
  const asked = await askedModel(ctx, question);
  const column = asked && targetColumn(asked.layout);
  const kept = await readProfiles(ctx, { ...question, modelIds: question.modelIds.slice(0, 1), within });
  const [recent = null] = column ? mergedColumns(kept, kept.rows, [column.name]) : [];
  return {
    period: toPeriod(period),
    metric: query.metric,
    modelId: question.modelIds[0] ?? null,
    targetName: asked?.model.target.name ?? null,
    ...scoreColumn(query.metric, column, recent),
    batchId: batches.map(({ id }) => id),
    // The newest client wants the key here, and only here.
    segmentValue: null,
    ...question.told,
  };
}
