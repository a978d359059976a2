import { z } from 'zod';
import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { ModelProblems } from '../../core/models/get-model.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import type { EngineThread } from '../../engine/engine-pool.ts';
import { seriesJob, tableJob, withProject } from '../../engine/project-data.ts';
import { readForecaster } from '../../engine/project-files.ts';
import type { Step } from '../../queue/step.ts';
import { insightStore } from '../insight.store.ts';
import { requestInsight, saveInsight } from '../insight-requests.ts';
import {
  getScoredModelOrThrow,
  getUsableModelOrThrow,
  InsightProblems,
  modelFiles,
  readyModel,
  type ScoredModel,
} from '../model-parts.ts';
import type { SliceRow } from '../slices/slice.store.ts';
import { filtersOf, requireTablePlan, sliceOf } from '../slices/slices.ts';
import type { KnownImpacts } from './effects-tasks.ts';
import type { DatedEffectsQuery, FeatureEffect } from './feature.schema.ts';
import { type ImpactContent, impactSource } from './feature-impact.ts';
import type { RowsOf } from './impact-tasks.ts';

export async function requestEffects(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  body: { readonly backtestIndex?: string | number; readonly rowCount?: number | null | undefined },
  slice: SliceRow | null = null,
): Promise<Reply> {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  if (scored.plan.kind === 'table' && scored.plan.task === 'multiclass') {
    refuse(InsightProblems.notForTask, 'One feature effect for all classes', 'regression or binary', 'multiclass');
  }
  const backtestIndex = backtestOf(scored, body.backtestIndex ?? null);
  if (slice !== null) requireTablePlan(scored.plan);
  const input = { modelId, backtestIndex, rowCount: body.rowCount ?? null, dataSliceId: slice?.id ?? null };
  return requestInsight(ctx, scored, featureEffectsStep, input, 'Feature effects of this model');
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

export async function readEffects(ctx: Ctx, projectId: string, modelId: string, query: DatedEffectsQuery) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const { row, wanted, backtestIndex } = await storedEffects(ctx, scored, 'featureEffects', query);
  if (row === undefined) {
    const folder = backtestIndex === null ? 'models' : 'datetimeModels';
    const path = `${projectId}/${folder}/${modelId}/featureEffects/`;
    return refuse(InsightProblems.notComputed, `feature effects on ${wanted}`, path);
  }
  return {
    projectId,
    modelId,
    source: query.source,
    ...(backtestIndex === null ? {} : { backtestIndex }),
    ...(row.content as EffectsContent),
  };
}

/** The effects a query asks for, where they are computed; a locked holdout is refused. */
export async function storedEffects(
  ctx: Ctx,
  scored: ScoredModel,
  kind: EffectsWork['kind'],
  query: Pick<DatedEffectsQuery, 'source' | 'backtestIndex'>,
) {
  const { project, model } = scored;
  const backtestIndex = backtestOf(scored, query.backtestIndex ?? null);
  if (query.source === 'holdout' && !project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const wanted = effectsSource(query.source, backtestIndex);
  const rows = await insightStore(ctx.db.queries).ofModel(project.id, model.id, kind);
  return { row: rows.find(({ source }) => source === wanted), wanted, backtestIndex };
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
  dataSliceId: z.string().nullable().default(null),
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
  async run(platform, { modelId, backtestIndex, rowCount: most, dataSliceId }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const impacts = await knownImpacts(platform, project.id, modelId);
    const slice = await sliceOf(platform, project.id, dataSliceId);
    const work = { project, plan, model, backtestIndex, kind: 'featureEffects', slice } as const;
    const contentOf = (featureEffects: FeatureEffect[]): EffectsContent => ({ featureEffects });
    if (plan.kind === 'table') {
      const files = await modelFiles(platform, model);
      const known = {
        job: await tableJob(platform, project, model),
        model: files,
        impacts,
        most,
        fold: foldOf(backtestIndex),
        ...filtersOf(slice),
      };
      return storeEffects(platform, run, work, contentOf, (thread, of) =>
        thread.ask('effectsOfRows', { ...known, of }),
      );
    }
    const file = await readForecaster(platform, model);
    const part = backtestIndex === 'holdout' ? 'holdout' : `backtest_${backtestIndex ?? 0}`;
    const known = { job: await seriesJob(platform, project, model), file, impacts, part };
    return storeEffects(platform, run, work, contentOf, (thread, of) =>
      thread.ask('effectsOfSeries', { ...known, of: of === 'training' ? of : 'validation' }),
    );
  },
};

export const foldOf = (backtestIndex: string | null): number =>
  backtestIndex === 'holdout' ? 0 : Number(backtestIndex ?? 0);

interface EffectsWork {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly backtestIndex: string | null;
  readonly kind: 'featureEffects' | 'classEffects';
  readonly slice?: SliceRow | null;
}

/** Computes and stores effects on training and validation data, and on the holdout where no backtest is named. */
export async function storeEffects<Effect extends FeatureEffect>(
  platform: Platform,
  run: JobRun,
  { project, plan, model, backtestIndex, kind, slice = null }: EffectsWork,
  contentOf: (effects: Effect[]) => unknown,
  compute: (thread: EngineThread, of: RowsOf) => Promise<Effect[]>,
): Promise<{ location: string }> {
  const alsoHoldout = backtestIndex === null && partNames(plan).holdout;
  const wanted: readonly RowsOf[] = alsoHoldout ? ['training', 'validation', 'holdout'] : ['training', 'validation'];
  for (const [done, of] of wanted.entries()) {
    await run.progress(done / wanted.length, `Effects of features on ${of} data`);
    const rows = backtestIndex === 'holdout' && of === 'validation' ? 'holdout' : of;
    const effects = await withProject(platform, project, run, (thread) => compute(thread, rows));
    const named = { kind, modelId: model.id, source: effectsSource(of, backtestIndex), dataSliceId: slice?.id ?? null };
    // Nothing is said of a part where the slice has no row.
    if (slice !== null && effects.length === 0) continue;
    await saveInsight(platform, project, run, { ...named, content: contentOf(effects), rowCount: effects.length });
  }
  if (slice !== null) return { location: `/api/v2/insights/${kind}/models/${model.id}/?dataSliceId=${slice.id}` };
  const folder = isDated(plan) ? 'datetimeModels' : 'models';
  const name = kind === 'classEffects' ? 'multiclassFeatureEffects' : kind;
  const query = backtestIndex === null ? '' : `?backtestIndex=${backtestIndex}`;
  return { location: `/api/v2/projects/${project.id}/${folder}/${model.id}/${name}/${query}` };
}

/** Of the feature impact, when it was computed: which features are worth a look. */
export async function knownImpacts(
  { db }: Pick<Platform, 'db'>,
  projectId: string,
  modelId: string,
): Promise<KnownImpacts> {
  const rows = await insightStore(db.queries).ofModel(projectId, modelId, 'featureImpact');
  const content = rows.find(({ source }) => source === impactSource(null))?.content as ImpactContent | undefined;
  return Object.fromEntries((content?.featureImpacts ?? []).map((one) => [one.featureName, one.impactNormalized]));
}
