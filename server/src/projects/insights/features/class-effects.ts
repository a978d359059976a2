import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import type { TablePlan } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightStore } from '../insight.store.ts';
import { readyModel } from '../model-files.ts';
import { getScoredModelOrThrow, type ScoredModel } from '../model-parts.ts';
import { requestInsight } from '../request-insight.ts';
import { type ClassEffect, classEffectsStep } from './class-effects.step.ts';
import { effectsSource } from './feature-effects.step.ts';
import { backtestOf } from './feature-effects.ts';
import type { ClassEffectsQuery, ClassEffectsRequest } from './feature-insight.schema.ts';

function requireClasses({ plan }: ScoredModel): TablePlan {
  if (plan.kind === 'table' && plan.task === 'multiclass') return plan;
  const task = plan.kind === 'table' ? plan.task : 'a time series project';
  return refuse(InsightProblems.notForTask, 'Feature effects by class', 'multiclass', task);
}

export async function requestClassEffects(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  body: z.output<typeof ClassEffectsRequest>,
): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  requireClasses(scored);
  await readyModel(ctx, projectId, modelId);
  const columns = new Set((await featureStore(ctx.db.queries).list(projectId)).map(({ name }) => name));
  const unknown = (body.features ?? []).filter((name) => !columns.has(name));
  if (unknown.length > 0) throw invalidFields({ features: `The project has no feature ${unknown.join(', ')}` });
  const input = {
    modelId,
    backtestIndex: backtestOf(scored, body.backtestIndex ?? null),
    rowCount: body.rowCount ?? null,
    features: body.features ?? null,
    topNFeatures: body.topNFeatures ?? null,
  };
  const what = 'Feature effects by class of this model';
  return requestInsight(ctx, classEffectsStep, input, { project, modelId, what });
}

/** By class and feature, a page of them. */
export async function listClassEffects(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  url: string,
  query: z.output<typeof ClassEffectsQuery>,
) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const { classes } = requireClasses(scored);
  if (query.class !== undefined && !classes.includes(query.class)) {
    throw invalidFields({ class: `There is no class ${query.class}. Ask for one of ${classes.join(', ')}` });
  }
  const backtestIndex = backtestOf(scored, query.backtestIndex ?? null);
  if (query.source === 'holdout' && !scored.project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const wanted = effectsSource(query.source, backtestIndex);
  const rows = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'classEffects');
  const row = rows.find(({ source }) => source === wanted);
  if (row === undefined) {
    return refuse(backtestIndex === null ? InsightProblems.noClassEffects : InsightProblems.noDatedClassEffects);
  }
  const { effects } = row.content as { readonly effects: readonly ClassEffect[] };
  const asked = effects.filter((effect) => query.class === undefined || effect.class === query.class);
  return page(ctx.links, url, query, asked.slice(query.offset, query.offset + query.limit), asked.length);
}
