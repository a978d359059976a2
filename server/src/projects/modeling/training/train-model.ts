import type { ForecastBlueprint, TabularBlueprint } from '@almanac/engine';
import { z } from 'zod';
import type { JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { FeatureListRow } from '../../core/features/feature-list.store.ts';
import { metricsFrom } from '../../core/models/metrics.rules.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import type { BlueprintRow, ModelRow } from '../../core/models/model.tables.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import {
  type SharedParts,
  sharedParts,
  type TrainingShare,
  trainingOf,
  trainShare,
} from '../../core/partitioning/training-data.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { type EngineThread, withEngine } from '../../engine/engine-pool.ts';
import { readSeriesPredictions, writeRowPredictions, writeSeriesPredictions } from '../../engine/part-predictions.ts';
import { projectData, seriesJob, tableJob } from '../../engine/project-data.ts';
import { projectBlobs, readModelBytes, writeBytes, writeReport } from '../../engine/project-files.ts';
import type { ProjectJobRow } from '../../queue/project-job.store.ts';
import type { Step } from '../../queue/step.ts';
import { storedPredictions } from './member-predictions.ts';

const Input = z.strictObject({ modelId: z.string(), parts: z.array(z.string()).min(1) });
export type TrainInput = z.output<typeof Input>;

const trainParts: Omit<Step<TrainInput>, 'name' | 'jobType'> = {
  input: Input,
  async run(platform, { modelId, parts }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await modelStore(platform.db.queries).byId(project.id, modelId);
    if (model === undefined) return undefined;
    await evaluateParts(platform, { project, plan, model }, parts, run);
    return { location: modelPath(project.id, modelId, plan) };
  },
};

/** Trains a model on each of the parts, and scores it there. */
export async function evaluateParts(
  platform: Platform,
  work: Omit<PartWork, 'part'>,
  parts: readonly string[],
  run: JobRun,
): Promise<void> {
  const { project, plan, model } = work;
  const data = await projectData(platform, project, run.signal);
  await withEngine(data, run.signal, async (thread) => {
    for (const [done, part] of parts.entries()) {
      await run.progress(done / parts.length, `${model.model_type}: ${part}`);
      await trainPart(platform, thread, { ...work, part });
    }
    await recalibrateIntervals(platform, thread, project, plan, model);
  });
}

/** The backtests, folds and holdout that a model can be evaluated on by itself: blends and copies have what others made. */
export function ownParts(plan: ProjectPlan, { category, parent_model_id, is_frozen, training }: ModelRow): string[] {
  const { share } = training;
  const isMade = parent_model_id !== null && !(is_frozen && share !== undefined);
  if (category === 'blend' || isMade) return [];
  const { evaluated, holdout } = partNames(plan);
  const able = share === undefined ? undefined : sharedParts(plan, share).evaluated;
  return [...evaluated, ...(holdout ? ['holdout'] : [])].filter((part) => able === undefined || able.includes(part));
}

/** Trains one new model on some backtests or folds. Those it was trained on already are skipped. */
export const trainModel: Step<TrainInput> = {
  ...trainParts,
  name: 'train-model',
  jobType: 'model',
  ended: failModel,
};

/** A new model whose job failed or was cancelled never becomes ready. */
export async function failModel(_: Platform, tx: Tx, { status, model_id, message }: ProjectJobRow): Promise<void> {
  if (status !== 'COMPLETED' && model_id !== null)
    await modelStore(tx).fail(model_id, message ?? 'The job was cancelled.');
}

/** Evaluates a trained model on further backtests. A failure leaves the model as it was. */
export const evaluateModel: Step<TrainInput> = { ...trainParts, name: 'judge-model', jobType: 'modelBacktests' };

/** The same on folds; clients look for this one among the jobs that train models. */
export const crossValidateModel: Step<TrainInput> = { ...trainParts, name: 'cross-validate-model', jobType: 'model' };

/** For clients that evaluate whatever they find: nothing is left to do, and the job is over as soon as it runs. */
const confirmScores: Omit<Step<{ modelId: string }>, 'name' | 'jobType'> = {
  input: z.strictObject({ modelId: z.string() }),
  async run(platform, { modelId }, job) {
    const { project, plan } = await loadProject(platform, job.project_id);
    return { location: modelPath(project.id, modelId, plan) };
  },
};
export const confirmBacktests = { ...confirmScores, name: 'confirm-backtests', jobType: evaluateModel.jobType };
export const confirmFolds = { ...confirmScores, name: 'confirm-folds', jobType: crossValidateModel.jobType };

export const modelPath = (projectId: string, modelId: string, plan: ProjectPlan): string =>
  `/api/v2/projects/${projectId}/${isDated(plan) ? 'datetimeModels' : 'models'}/${modelId}/`;

interface PartWork {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly part: string;
}

async function trainPart(platform: Platform, thread: EngineThread, work: PartWork): Promise<void> {
  const { project, plan, model, part } = work;
  const models = modelStore(platform.db.queries);
  if ((await models.parts([model.id])).some((one) => one.part === part)) return;
  const keep = part === partNames(plan).evaluated[0];
  const made =
    plan.kind === 'series' ? await onSeries(platform, thread, work, keep) : await onTable(platform, thread, work, keep);
  const blobs = projectBlobs(project.id);
  const key = blobs.predictions(model.id, part);
  if (made.rows > 0) await writeBytes(platform, key, made.predictions);
  if (made.file !== null) await writeBytes(platform, blobs.artifact(model.id), made.file);
  if (made.report !== null) await writeReport(platform, project.id, model.id, made.report);
  const training = trainingOf(plan, part, made.trainingRows, { share: model.training.share, span: made.span });
  await platform.db.transaction(async (tx) => {
    const store = modelStore(tx);
    const row = { modelId: model.id, part, scores: made.scores, rows: made.rows, training, predictionsKey: key };
    if (made.rows > 0 || model.training.share === undefined) await store.putPart(row, platform.now());
    if (keep) await store.setTraining(model.id, training);
    if (made.file !== null) {
      await store.setArtifact(model.id, {
        kind: plan.kind === 'series' ? 'forecaster' : 'rows',
        key: blobs.artifact(model.id),
      });
    }
    const metrics = metricsFrom(plan, await store.parts([model.id]), partNames(plan).evaluated);
    await store.setScores(model.id, metrics, platform.now());
  });
}

async function recipeOf(platform: Platform, { project, model }: PartWork) {
  const blueprint = await blueprintStore(platform.db.queries).byId(project.id, model.blueprint_id);
  if (blueprint === undefined) throw new Error(`Project ${project.id} has no blueprint ${model.blueprint_id}.`);
  return blueprint.recipe;
}

async function onSeries(platform: Platform, thread: EngineThread, work: PartWork, keep: boolean) {
  const job = await seriesJob(platform, work.project, work.model);
  const blueprint = (await recipeOf(platform, work)) as ForecastBlueprint;
  const made = await thread.ask('fitSeries', { job, blueprint, part: work.part, keep });
  const predictions = writeSeriesPredictions(made.predictions);
  return { ...made, predictions, rows: made.predictions.actual.length, report: null };
}

async function onTable(platform: Platform, thread: EngineThread, work: PartWork, keep: boolean) {
  const job = await tableJob(platform, work.project, work.model);
  const blueprint = (await recipeOf(platform, work)) as TabularBlueprint;
  const made = await thread.ask('fitTable', { job, blueprint, part: work.part, keep });
  return { ...made, predictions: writeRowPredictions(made.predictions), rows: made.predictions.rows.length };
}

/** Intervals from all backtests are better than from one. */
async function recalibrateIntervals(
  platform: Platform,
  thread: EngineThread,
  project: ProjectRow,
  plan: ProjectPlan,
  model: ModelRow,
): Promise<void> {
  if (plan.kind !== 'series') return;
  const { evaluated } = partNames(plan);
  const parts = await storedPredictions(platform, model.id, evaluated, readSeriesPredictions);
  if (parts === null || parts.length < 2) return;
  const key = projectBlobs(project.id).artifact(model.id);
  const job = await seriesJob(platform, project, model);
  const file = await readModelBytes(platform, key, model.id);
  await writeBytes(platform, key, await thread.ask('recalibrateSeries', { job, file, parts }));
}

interface ModelOptions {
  readonly share?: TrainingShare | null;
  readonly parts?: SharedParts | null;
  /** The model whose parameters it keeps. */
  readonly frozenOf?: string;
}

const percentOf = (rows: number, total: number): number => Math.round((1e4 * rows) / total) / 100;

/** What was asked for, where it was a percentage: scripts look for the same number again. */
function samplePercent(plan: ProjectPlan, share: TrainingShare | undefined): number | null {
  if (share?.kind === 'sample') return share.percent ?? percentOf(share.rows, plan.totalRows);
  return isDated(plan) ? null : trainShare(plan);
}

/** A model to be: not on the leaderboard before its first score. The caller holds the project. */
export function addModel(
  platform: Pick<Platform, 'now'>,
  tx: Tx,
  project: ProjectRow,
  blueprint: BlueprintRow,
  list: Pick<FeatureListRow, 'id' | 'name'>,
  asked: ModelOptions = {},
): Promise<ModelRow> {
  const plan = project.plan as ProjectPlan;
  const now = platform.now();
  const { share, parts, frozenOf } = asked;
  return modelStore(tx).insert({
    id: newId(now),
    project_id: project.id,
    organization_id: project.organization_id,
    blueprint_id: blueprint.id,
    model_type: blueprint.model_type,
    family: blueprint.family,
    processes: blueprint.processes,
    featurelist_id: list.id,
    featurelist_name: list.name,
    training: JSON.stringify(trainingOf(plan, partNames(plan).evaluated[0] ?? '', null, { share: share ?? undefined })),
    sample_pct: samplePercent(plan, share ?? undefined),
    trained_into_validation: parts?.intoValidation ?? false,
    trained_into_holdout: parts?.intoHoldout ?? false,
    is_frozen: frozenOf !== undefined,
    parent_model_id: frozenOf ?? null,
    created_at: now,
  });
}
