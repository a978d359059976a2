import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { ModelProblems } from '../../core/models/model.problems.ts';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightStore } from '../insight.store.ts';
import { readyModel } from '../model-files.ts';
import { getScoredModelOrThrow, type ScoredModel } from '../model-parts.ts';
import { requestInsight } from '../request-insight.ts';
import { type EffectsContent, effectsSource, featureEffectsStep } from './feature-effects.step.ts';
import type { DatedEffectsQuery } from './feature-insight.schema.ts';

const WHAT = 'Feature effects of this model';

export async function requestEffects(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  body: { readonly backtestIndex?: string | number; readonly rowCount?: number | null | undefined },
): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  await readyModel(ctx, projectId, modelId);
  if (scored.plan.kind === 'table' && scored.plan.task === 'multiclass') {
    refuse(InsightProblems.notForTask, 'One feature effect for all classes', 'regression or binary', 'multiclass');
  }
  const backtestIndex = backtestOf(scored, body.backtestIndex ?? null);
  return requestInsight(
    ctx,
    featureEffectsStep,
    { modelId, backtestIndex, rowCount: body.rowCount ?? null },
    { project, modelId, what: WHAT },
  );
}

/** In projects with dates always one: the newest backtest unless told. */
export function backtestOf({ plan, project }: ScoredModel, asked: string | number | null): string | null {
  if (!isDated(plan)) {
    if (asked !== null) refuse(ModelProblems.notDated);
    return null;
  }
  const { judged, holdout } = partNames(plan);
  const index = String(asked ?? 0);
  const known = [...judged.keys()].map(String).concat(holdout ? ['holdout'] : []);
  if (!known.includes(index)) {
    throw invalidFields({ backtestIndex: `There is no backtest ${index}. Ask for one of ${known.join(', ')}` });
  }
  if (index === 'holdout' && !project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  return index;
}

export async function readEffects(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  query: z.output<typeof DatedEffectsQuery>,
) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const backtestIndex = backtestOf(scored, query.backtestIndex ?? null);
  if (query.source === 'holdout' && !scored.project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const wanted = effectsSource(query.source, backtestIndex);
  const rows = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'featureEffects');
  const row = rows.find(({ source }) => source === wanted);
  if (row === undefined) {
    const folder = backtestIndex === null ? 'models' : 'datetimeModels';
    const how = `/api/v2/projects/${projectId}/${folder}/${modelId}/featureEffects/ to compute it`;
    return refuse(InsightProblems.notComputed, `feature effects on ${wanted}`, how);
  }
  return {
    projectId,
    modelId,
    source: query.source,
    ...(backtestIndex === null ? {} : { backtestIndex }),
    ...(row.content as EffectsContent),
  };
}

/** Which data effects are there for. */
export async function readEffectsMetadata(ctx: Ctx, projectId: string, modelId: string) {
  const { project, plan } = await getScoredModelOrThrow(ctx, projectId, modelId);
  const there = new Set(
    (await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'featureEffects')).map(({ source }) => source),
  );
  const { judged, holdout } = partNames(plan);
  const seen = holdout && project.holdout_unlocked;
  const status = (backtestIndex: string | null) =>
    there.has(effectsSource('validation', backtestIndex)) ? 'COMPLETED' : 'NOT_COMPLETED';
  if (!isDated(plan)) {
    return { status: status(null), sources: ['training', 'validation', ...(seen ? ['holdout'] : [])] };
  }
  const indexes = [...judged.keys()].map(String).concat(seen ? ['holdout'] : []);
  return {
    data: indexes.map((backtestIndex) => ({
      backtestIndex,
      status: status(backtestIndex),
      sources: ['training', 'validation'],
    })),
  };
}
