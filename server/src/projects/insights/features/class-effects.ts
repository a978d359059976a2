import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { pickOrNull } from '../../core/fields.ts';
import { memoryPage } from '../../core/memory-page.ts';
import type { TablePlan } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { tableJob } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { requestInsight } from '../insight-requests.ts';
import {
  getScoredModelOrThrow,
  getUsableModelOrThrow,
  InsightProblems,
  modelFiles,
  readyModel,
  type ScoredModel,
} from '../model-parts.ts';
import type { ClassEffect, ClassEffectsQuery, ClassEffectsRequest } from './feature.schema.ts';
import { backtestOf, foldOf, knownImpacts, storedEffects, storeEffects } from './feature-effects.ts';

const Input = z.strictObject({
  modelId: z.string(),
  backtestIndex: z.string().nullable(),
  rowCount: z.int().nullable(),
  features: z.array(z.string()).nullable(),
  topNFeatures: z.int().nullable(),
});

/** How the probability of each class changes with features. */
export const classEffectsStep: Step<z.output<typeof Input>> = {
  name: 'class-effects',
  jobType: 'featureEffects',
  input: Input,
  async run(platform, { modelId, backtestIndex, rowCount: most, features, topNFeatures }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    if (plan.kind !== 'table') throw new Error(`Project ${project.id} has no classes.`);
    const model = await readyModel(platform, project.id, modelId);
    const known = {
      job: await tableJob(platform, project, model),
      model: await modelFiles(platform, model),
      impacts: await knownImpacts(platform, project.id, modelId),
      most,
      fold: foldOf(backtestIndex),
      ...(features === null ? {} : { features }),
      ...(topNFeatures === null ? {} : { top: topNFeatures }),
    };
    const work = { project, plan, model, backtestIndex, kind: 'classEffects' } as const;
    const contentOf = (effects: ClassEffect[]) => ({ effects });
    return storeEffects(platform, run, work, contentOf, async (thread, of) => {
      const all: ClassEffect[] = [];
      for (const [classIndex, label] of plan.classes.entries()) {
        const made = await thread.ask('effectsOfRows', { ...known, of, classIndex });
        all.push(...made.map((effect) => ({ class: label, ...effect })));
      }
      return all;
    });
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
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  requireClasses(scored);
  const columns = new Set((await featureStore(ctx.db.queries).list(projectId)).map(({ name }) => name));
  const unknown = (body.features ?? []).filter((name) => !columns.has(name));
  if (unknown.length > 0) throw invalidFields({ features: `The project has no feature ${unknown.join(', ')}` });
  const input = {
    ...pickOrNull(body, ['rowCount', 'features', 'topNFeatures']),
    modelId,
    backtestIndex: backtestOf(scored, body.backtestIndex ?? null),
  };
  return requestInsight(ctx, scored, classEffectsStep, input, 'Feature effects by class of this model');
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
  const { row, backtestIndex } = await storedEffects(ctx, scored, 'classEffects', query);
  if (row === undefined) {
    return refuse(backtestIndex === null ? InsightProblems.noClassEffects : InsightProblems.noDatedClassEffects);
  }
  const { effects } = row.content as { readonly effects: readonly ClassEffect[] };
  const asked = effects.filter((effect) => query.class === undefined || effect.class === query.class);
  return memoryPage(ctx, url, query, asked, (effect) => effect);
}
