import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { ModelProblems } from '../../core/models/get-model.ts';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow, loadProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { projectData, seriesJob, tableJob } from '../../engine/project-data.ts';
import { readModelBytes } from '../../engine/project-files.ts';
import type { Step } from '../../queue/step.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightStore } from '../insight.store.ts';
import { requestInsight, saveInsight } from '../insight-requests.ts';
import { getScoredModelOrThrow, modelFiles, readyModel, type ScoredModel } from '../model-parts.ts';
import type { FeatureEffect } from './effects.rules.ts';
import type { KnownImpacts } from './effects-tasks.ts';
import type { DatedEffectsQuery } from './feature.schema.ts';
import { type ImpactContent, impactSource } from './feature-impact.ts';
import type { RowsOf } from './table-model.ts';

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

/** In projects with dates always one: the newest backtest by default. */
export function backtestOf({ plan, project }: ScoredModel, asked: string | number | null): string | null {
  if (!isDated(plan)) {
    if (asked !== null) refuse(ModelProblems.notDated);
    return null;
  }
  const { evaluated, holdout } = partNames(plan);
  const index = String(asked ?? 0);
  const known = [...evaluated.keys()].map(String).concat(holdout ? ['holdout'] : []);
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
  const { evaluated, holdout } = partNames(plan);
  const seen = holdout && project.holdout_unlocked;
  const status = (backtestIndex: string | null) =>
    there.has(effectsSource('validation', backtestIndex)) ? 'COMPLETED' : 'NOT_COMPLETED';
  if (!isDated(plan)) {
    return { status: status(null), sources: ['training', 'validation', ...(seen ? ['holdout'] : [])] };
  }
  const indexes = [...evaluated.keys()].map(String).concat(seen ? ['holdout'] : []);
  return {
    data: indexes.map((backtestIndex) => ({
      backtestIndex,
      status: status(backtestIndex),
      sources: ['training', 'validation'],
    })),
  };
}

/** `null` in projects without dates. */
const Input = z.strictObject({
  modelId: z.string(),
  backtestIndex: z.string().nullable(),
  rowCount: z.int().nullable(),
});

interface EffectsContent {
  readonly featureEffects: readonly FeatureEffect[];
}

/** As the newer routes call the rows of a part; here they count backtests from zero. */
export function effectsSource(source: 'training' | 'validation' | 'holdout', backtestIndex: string | null): string {
  if (backtestIndex === null) return source;
  const part = backtestIndex === 'holdout' ? 'holdout' : `backtest_${backtestIndex}`;
  return source === 'training' ? `${part}_training` : part;
}

export const featureEffectsStep: Step<z.output<typeof Input>> = {
  name: 'feature-effects',
  jobType: 'featureEffects',
  input: Input,
  async run(platform, { modelId, backtestIndex, rowCount: most }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const data = await projectData(platform, project, run.signal);
    const impacts = await knownImpacts(platform, project.id, modelId);
    const held = backtestIndex === null && partNames(plan).holdout;
    const wanted: readonly RowsOf[] = held ? ['training', 'validation', 'holdout'] : ['training', 'validation'];
    const ask = await questions();
    for (const [done, of] of wanted.entries()) {
      await run.progress(done / wanted.length, `Effects of features on ${of} data`);
      const featureEffects = await withEngine(data, run.signal, (thread) => ask(thread, of));
      const content: EffectsContent = { featureEffects };
      const source = effectsSource(of, backtestIndex);
      const rowCount = featureEffects.length;
      await saveInsight(platform, project, run, { kind: 'featureEffects', modelId, source, content, rowCount });
    }
    const folder = isDated(plan) ? 'datetimeModels' : 'models';
    const query = backtestIndex === null ? '' : `?backtestIndex=${backtestIndex}`;
    return { location: `/api/v2/projects/${project.id}/${folder}/${modelId}/featureEffects/${query}` };

    async function questions() {
      type Ask = (thread: Parameters<Parameters<typeof withEngine>[2]>[0], of: RowsOf) => Promise<FeatureEffect[]>;
      if (plan.kind === 'table') {
        const known = {
          job: await tableJob(platform, project, model),
          model: await modelFiles(platform, model),
          impacts,
          most,
        };
        const fold = Number(backtestIndex ?? 0);
        const ask: Ask = (thread, of) =>
          thread.ask('effectsOfRows', {
            ...known,
            of: backtestIndex === 'holdout' && of === 'validation' ? 'holdout' : of,
            fold: Number.isNaN(fold) ? 0 : fold,
          });
        return ask;
      }
      if (model.artifact?.kind !== 'forecaster') throw new Error(`Model ${modelId} is no forecaster.`);
      const file = await readModelBytes(platform, model.artifact.key, modelId);
      const part = backtestIndex === 'holdout' ? 'holdout' : `backtest_${backtestIndex ?? 0}`;
      const known = { job: await seriesJob(platform, project, model), file, impacts, part };
      const ask: Ask = (thread, of) =>
        thread.ask('effectsOfSeries', { ...known, of: of === 'training' ? 'training' : 'validation' });
      return ask;
    }
  },
};

/** Of the feature impact, when it was computed: which features are worth a look. */
export async function knownImpacts(
  { db }: { db: { queries: Parameters<typeof insightStore>[0] } },
  projectId: string,
  modelId: string,
): Promise<KnownImpacts> {
  const rows = await insightStore(db.queries).ofModel(projectId, modelId, 'featureImpact');
  const content = rows.find(({ source }) => source === impactSource(null))?.content as ImpactContent | undefined;
  return Object.fromEntries((content?.featureImpacts ?? []).map((one) => [one.featureName, one.impactNormalized]));
}
