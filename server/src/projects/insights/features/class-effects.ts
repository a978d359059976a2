import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { isDated, partNames, type TablePlan } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow, loadProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { projectData, tableJob } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightStore } from '../insight.store.ts';
import { requestInsight, saveInsight } from '../insight-requests.ts';
import { getScoredModelOrThrow, modelFiles, readyModel, type ScoredModel } from '../model-parts.ts';
import type { FeatureEffect } from './effects.rules.ts';
import type { ClassEffectsQuery, ClassEffectsRequest } from './feature.schema.ts';
import { backtestOf, effectsSource, knownImpacts } from './feature-effects.ts';
import type { RowsOf } from './table-model.ts';

const Input = z.strictObject({
  modelId: z.string(),
  backtestIndex: z.string().nullable(),
  rowCount: z.int().nullable(),
  features: z.array(z.string()).nullable(),
  topNFeatures: z.int().nullable(),
});

interface ClassEffect extends FeatureEffect {
  readonly class: string;
}

/** How the probability of each class changes with features. */
export const classEffectsStep: Step<z.output<typeof Input>> = {
  name: 'class-effects',
  jobType: 'featureEffects',
  input: Input,
  async run(platform, { modelId, backtestIndex, rowCount: most, features, topNFeatures }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    if (plan.kind !== 'table') throw new Error(`Project ${project.id} has no classes.`);
    const model = await readyModel(platform, project.id, modelId);
    const data = await projectData(platform, project, run.signal);
    const held = backtestIndex === 'holdout';
    const known = {
      job: await tableJob(platform, project, model),
      model: await modelFiles(platform, model),
      impacts: await knownImpacts(platform, project.id, modelId),
      most,
      fold: held ? 0 : Number(backtestIndex ?? 0),
      ...(features === null ? {} : { features }),
      ...(topNFeatures === null ? {} : { top: topNFeatures }),
    };
    const alsoHoldout = backtestIndex === null && partNames(plan).holdout;
    const wanted: readonly RowsOf[] = alsoHoldout ? ['training', 'validation', 'holdout'] : ['training', 'validation'];
    for (const [done, of] of wanted.entries()) {
      await run.progress(done / wanted.length, `Effects of features on ${of} data`);
      const rows = held && of === 'validation' ? 'holdout' : of;
      const effects = await withEngine(data, run.signal, async (thread) => {
        const all: ClassEffect[] = [];
        for (const [classIndex, label] of plan.classes.entries()) {
          const made = await thread.ask('effectsOfRows', { ...known, of: rows, classIndex });
          all.push(...made.map((effect) => ({ class: label, ...effect })));
        }
        return all;
      });
      const source = effectsSource(of, backtestIndex);
      const content = { effects };
      await saveInsight(platform, project, run, {
        kind: 'classEffects',
        modelId,
        source,
        content,
        rowCount: effects.length,
      });
    }
    const folder = isDated(plan) ? 'datetimeModels' : 'models';
    const query = backtestIndex === null ? '' : `?backtestIndex=${backtestIndex}`;
    return { location: `/api/v2/projects/${project.id}/${folder}/${modelId}/multiclassFeatureEffects/${query}` };
  },
};

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
