import { z } from 'zod';
import type { Ctx, JobKind, JobRun, Platform } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { seriesJob, tableJob, withProject } from '../../engine/project-data.ts';
import { readForecaster } from '../../engine/project-files.ts';
import type { Step } from '../../queue/step.ts';
import { insightStore } from '../insight.store.ts';
import { alreadyComputed, requestInsight, saveInsight } from '../insight-requests.ts';
import {
  getScoredModelOrThrow,
  getUsableModelOrThrow,
  InsightProblems,
  modelFiles,
  readyModel,
} from '../model-parts.ts';
import type { SliceRow } from '../slices/slice.store.ts';
import { filtersOf, requireTablePlan, SliceProblems, sliceOf } from '../slices/slices.ts';
import type { ClassImpacts, FeatureImpacts, ImpactRequest } from './feature.schema.ts';
import type { Impact, Impacts } from './impact-tasks.ts';

const WHAT = 'Feature impact of this model';

export async function requestImpact(ctx: Ctx, projectId: string, modelId: string, body: ImpactRequest): Promise<Reply> {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  const backtest = body.backtest ?? null;
  requireBacktest(scored.plan, backtest);
  if (backtest === 'holdout' && !scored.project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const rowCount = body.rowCount ?? null;
  const there = (await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'featureImpact')).find(
    ({ source }) => source === impactSource(backtest),
  );
  const byClass = classesOf(scored.plan) ? await classImpactOf(ctx, projectId, modelId, backtest) : true;
  if (there !== undefined && byClass && (there.asked as { rowCount: number | null }).rowCount === rowCount) {
    throw alreadyComputed(WHAT);
  }
  return requestInsight(ctx, scored, featureImpactStep, { modelId, rowCount, backtest }, WHAT);
}

function requireBacktest(plan: ProjectPlan, backtest: Backtest): void {
  const { evaluated, holdout } = partNames(plan);
  if (backtest === null || (backtest === 'holdout' && holdout)) return;
  if (!isDated(plan)) throw invalidFields({ backtest: 'The project has no backtests. Leave it out' });
  if (backtest === 'holdout' || backtest >= evaluated.length) {
    throw invalidFields({
      backtest: `There is no backtest ${backtest}; they are numbered 0 to ${evaluated.length - 1}`,
    });
  }
}

export async function readImpact(ctx: Ctx, projectId: string, modelId: string, backtest: Backtest | undefined) {
  await getScoredModelOrThrow(ctx, projectId, modelId);
  const rows = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'featureImpact');
  const row = rows.find(({ source }) => source === impactSource(backtest ?? null));
  if (row === undefined) {
    return refuse(InsightProblems.notComputed, 'feature impact', `${projectId}/models/${modelId}/featureImpact/`);
  }
  const content = row.content as ImpactContent;
  return { ...content, count: content.featureImpacts.length, next: null, previous: null };
}

/** Undefined unless there are more than two. */
const classesOf = (plan: ProjectPlan): readonly string[] | undefined =>
  plan.kind === 'table' && plan.task === 'multiclass' ? plan.classes : undefined;

const classImpactOf = async ({ db }: Pick<Ctx, 'db'>, projectId: string, modelId: string, of: Backtest) =>
  (await insightStore(db.queries).ofModel(projectId, modelId, 'classImpact')).find(
    ({ source }) => source === impactSource(of),
  );

/** Computed together with the feature impact of a model. */
export async function readClassImpact(ctx: Ctx, projectId: string, modelId: string) {
  const { plan } = await getScoredModelOrThrow(ctx, projectId, modelId);
  if (classesOf(plan) === undefined) {
    const task = plan.kind === 'table' ? plan.task : 'a time series project';
    return refuse(InsightProblems.notForTask, 'Feature impact by class', 'multiclass', task);
  }
  const row = await classImpactOf(ctx, projectId, modelId, null);
  const path = `${projectId}/models/${modelId}/featureImpact/`;
  return row === undefined
    ? refuse(InsightProblems.notComputed, 'feature impact by class', path)
    : (row.content as ClassImpacts);
}

const backtest = z.union([z.int().min(0), z.literal('holdout')]).nullable();
const Input = z.strictObject({ modelId: z.string(), rowCount: z.int().nullable(), backtest });
type Backtest = z.output<typeof backtest>;

export type ImpactContent = Omit<z.output<typeof FeatureImpacts>, 'count' | 'next' | 'previous'>;

/** As the newer routes call it; they count backtests from one. */
export const impactSource = (of: Backtest): string =>
  of === null ? 'training' : of === 'holdout' ? 'holdout_training' : `backtest_${of + 1}_training`;

const USUAL_ROWS = 2500;

export const featureImpactStep: Step<z.output<typeof Input>> = {
  name: 'feature-impact',
  jobType: 'featureImpact',
  input: Input,
  async run(platform, { modelId, rowCount, backtest: of }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    await run.progress(0.1, 'Asking the model without each feature');
    await computeImpact(platform, { project, plan, model, rowCount, backtest: of }, run);
    const query = of === null ? '' : `?backtest=${of}`;
    return { location: `/api/v2/projects/${project.id}/models/${modelId}/featureImpact/${query}` };
  },
};

const SlicedInput = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  rowCount: z.int().nullable(),
  dataSliceId: z.string(),
});

/** Clients follow the status of this one, so it is a job of the platform and not of the project's queue. */
export const slicedImpactJob: JobKind<z.output<typeof SlicedInput>> = {
  name: 'projects.sliced-impact',
  input: SlicedInput,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, modelId, rowCount, dataSliceId }, run) {
    const { project, plan } = await loadProject(platform, projectId);
    const model = await readyModel(platform, projectId, modelId);
    const slice = await sliceOf(platform, projectId, dataSliceId);
    const made = await computeImpact(platform, { project, plan, model, rowCount, backtest: null, slice }, run);
    if (made.featureImpacts.length === 0) refuse(SliceProblems.empty, slice?.name ?? '', 'validation');
    return { location: `/api/v2/insights/featureImpact/models/${modelId}/?dataSliceId=${dataSliceId}` };
  },
};

export async function requestSlicedImpact(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  rowCount: number | null,
  { id: dataSliceId }: SliceRow,
): Promise<Reply> {
  requireTablePlan((await getUsableModelOrThrow(ctx, projectId, modelId)).plan);
  const input = { projectId, modelId, rowCount, dataSliceId };
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, slicedImpactJob, input, { actor: ctx.actor })));
}

interface ImpactQuestion {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly rowCount: number | null;
  readonly backtest: Backtest;
  readonly slice?: SliceRow | null;
}

export async function computeImpact(platform: Platform, asked: ImpactQuestion, run: JobRun): Promise<ImpactContent> {
  const { project, plan, model, rowCount, backtest: of, slice = null } = asked;
  const found = await withProject(platform, project, run, async (thread): Promise<Impacts> => {
    if (plan.kind === 'series') {
      const part = of === 'holdout' ? 'holdout' : `backtest_${of ?? 0}`;
      const file = await readForecaster(platform, model);
      return thread.ask('impactOfSeries', { job: await seriesJob(platform, project, model), file, part });
    }
    return thread.ask('impactOfRows', {
      job: await tableJob(platform, project, model),
      model: await modelFiles(platform, model),
      metric: project.metric ?? '',
      fold: of ?? 0,
      most: rowCount ?? USUAL_ROWS,
      ...filtersOf(slice),
    });
  });
  const content = contentOf(found, plan.kind === 'series', of);
  if (slice !== null && found.rows === 0) return content;
  await saveInsight(platform, project, run, {
    kind: 'featureImpact',
    modelId: model.id,
    source: impactSource(of),
    asked: { rowCount },
    content,
    rowCount: content.featureImpacts.length,
    dataSliceId: slice?.id ?? null,
  });
  const classes = slice === null ? classesOf(plan) : undefined;
  if (classes !== undefined) await computeClassImpact(platform, asked, classes, run);
  return content;
}

async function computeClassImpact(
  platform: Platform,
  { project, model, rowCount, backtest: of }: ImpactQuestion,
  classes: readonly string[],
  run: JobRun,
): Promise<void> {
  const job = await tableJob(platform, project, model);
  const files = await modelFiles(platform, model);
  const question = { job, model: files, fold: of ?? 0, most: rowCount ?? USUAL_ROWS };
  const found = await withProject(platform, project, run, (thread) => thread.ask('impactByClass', question));
  const content: ClassImpacts = {
    ranRedundancyDetection: false,
    classFeatureImpacts: classes.map((label, k) => ({
      class: label,
      featureImpacts: normaliseImpacts(found[k] ?? []),
    })),
  };
  const named = { kind: 'classImpact', modelId: model.id, source: impactSource(of) } as const;
  await saveInsight(platform, project, run, { ...named, asked: { rowCount }, content, rowCount: classes.length });
}

function normaliseImpacts(impacts: readonly Impact[]): ImpactContent['featureImpacts'] {
  const most = Math.max(0, ...impacts.map(({ impact }) => impact));
  return impacts.map(({ feature, impact }) => ({
    featureName: feature,
    impactNormalized: most > 0 ? impact / most : 0,
    impactUnnormalized: impact,
    redundantWith: null,
  }));
}

function contentOf({ impacts, rows }: Impacts, shapBased: boolean, of: Backtest): ImpactContent {
  return {
    featureImpacts: normaliseImpacts(impacts),
    ranRedundancyDetection: false,
    rowCount: rows,
    shapBased,
    backtest: of,
  };
}
