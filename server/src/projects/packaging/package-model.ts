import { EngineProblem } from '@almanac/engine';
import { requireRole } from '#accounts';
import { frameKindOf, versionProfile } from '#data';
import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import { catalogue, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import { featureStore } from '../core/features/feature.store.ts';
import { getModelOrThrow } from '../core/models/get-model.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelRow } from '../core/models/model.tables.ts';
import type { ProjectPlan } from '../core/partitioning/plan.ts';
import { getProjectOrThrow, loadProject, PROJECT } from '../core/project/get-project.ts';
import { withEngine } from '../engine/engine-pool.ts';
import { columnsOf, derivedFeatures, projectData } from '../engine/project-data.ts';
import { writeBytes } from '../engine/project-files.ts';
import { readOutcomes } from '../insights/charts/charts.ts';
import { computeImpact, type ImpactContent, impactSource } from '../insights/features/feature-impact.ts';
import { insightStore } from '../insights/insight.store.ts';
import { modelFiles, readyModel, type ScoredModel, scoredParts } from '../insights/model-parts.ts';
import {
  baselineOf,
  importanceOf,
  type PackagedModel,
  type PackagedTarget,
  packagedColumns,
  type TargetType,
  targetOf,
} from './packaged-model.ts';

const PackagingProblems = catalogue({
  /** Clients look for "Model", "not found" and the id. */
  noSuchModel: notFound(
    'projects.no_such_model',
    (id: string) =>
      `Model ${id} was not found in any project you may use. GET modelRecords/ of a project lists its models.`,
  ),
  stillTraining: unprocessable(
    'projects.model_still_training',
    (id: string) => `Model ${id} is still being trained. Wait until its job has ended, then register it.`,
  ),
  cannotAnswer: unprocessable(
    'projects.model_cannot_answer',
    (id: string, why: string | null) =>
      `Model ${id} cannot answer${why === null ? '' : `: ${why}`}. Train it again, or choose another model of the leaderboard.`,
  ),
});

interface PackagingOrder {
  readonly projectId: string;
  readonly modelId: string;
  /** Where the copies go: `model-packages/{id}/`. */
  readonly prefix: string;
}

/** Copies a model out of its project, in a job: it no longer depends on the project. May run twice. */
export async function packageModel(platform: Platform, order: PackagingOrder, run: JobRun): Promise<PackagedModel> {
  const { project, plan } = await loadProject(platform, order.projectId);
  const model = await readyModel(platform, project.id, order.modelId);
  const scored: ScoredModel = { project, plan, model, parts: await scoredParts(platform, model) };
  const { files, weights } = await modelFiles(platform, model);
  const target = targetOf(plan);
  const keys = await copies(platform, order.prefix, files);
  await run.progress(0.2, 'Finding out what the model owes to each column');
  const importance = await importances(platform, scored, run);
  await run.progress(0.6, 'Noting what data and predictions look like');
  const features = await featureStore(platform.db.queries).list(project.id);
  const outcomes = await readOutcomes(platform, scored, { name: 'all', parts: scored.parts.map(({ part }) => part) });
  const data = await projectData(platform, project, run.signal);
  const reference = await withEngine(data, run.signal, ({ ask }) =>
    ask('referenceOf', {
      columns: features.filter(({ transform }) => transform === null).map(({ name }) => name),
      predicted: outcomes.predicted,
      classes: target.type === 'Multiclass' ? target.classes : [],
      files,
      weights,
      isForecaster: plan.kind === 'series',
    }),
  );
  const referenceKey = `${order.prefix}reference`;
  await writeBytes(platform, referenceKey, reference.profiles);
  const learnedFrom = await columnsOf(platform, project, model);
  return {
    artifact: plan.kind === 'series' ? { kind: 'forecaster', key: keys[0] ?? '' } : { kind: 'rows', keys, weights },
    plan: withoutFiles(plan),
    target,
    columns: packagedColumns(plan, { features, kinds: reference.kinds, learnedFrom, importance }),
    transforms: await derivedFeatures(platform, project),
    referenceKey,
    referenceRows: reference.rows,
    baselineScores: baselineOf(model.metrics, project.holdout_unlocked),
    usualRange: target.type === 'Regression' ? reference.range : null,
    trainingDataset: { id: project.dataset_id, versionId: project.dataset_version_id, name: project.file_name },
  };
}

async function copies(platform: Platform, prefix: string, files: readonly Uint8Array[]): Promise<string[]> {
  const keys = files.map((_, number) => `${prefix}model-${number}`);
  for (const [number, file] of files.entries()) await writeBytes(platform, keys[number] as string, file);
  return keys;
}

/** A forecaster contains its events; the project's file of events is not needed. */
function withoutFiles(plan: ProjectPlan): ProjectPlan {
  if (plan.kind === 'table') return plan;
  const { eventsKey: _, ...rest } = plan;
  return rest;
}

/** From the model's feature impact, computed here if it is not stored yet. */
async function importances(platform: Platform, scored: ScoredModel, run: JobRun): Promise<ReadonlyMap<string, number>> {
  const { project, plan, model } = scored;
  const store = featureStore(platform.db.queries);
  const made = [...(await store.modeling(project.id)), ...(await store.list(project.id))];
  try {
    const content =
      (await knownImpact(platform, project.id, model)) ??
      (await computeImpact(platform, { project, plan, model, rowCount: null, backtest: null }, run));
    return importanceOf(content.featureImpacts, made);
  } catch (error) {
    // A model that cannot be explained can be served all the same.
    if (error instanceof EngineProblem) return new Map();
    throw error;
  }
}

async function knownImpact({ db }: Platform, projectId: string, { id }: ModelRow): Promise<ImpactContent | undefined> {
  const rows = await insightStore(db.queries).ofModel(projectId, id, 'featureImpact');
  return rows.find(({ source }) => source === impactSource(null))?.content as ImpactContent | undefined;
}

export interface ModelToPackage {
  readonly modelId: string;
  readonly modelType: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly target: PackagedTarget;
  readonly isTimeSeries: boolean;
  readonly isMultiseries: boolean;
  readonly predictionThreshold: number;
}

/** A model of a leaderboard that can be taken out of its project, for people who may use the project. */
export async function modelToPackage(ctx: Ctx, modelId: string): Promise<ModelToPackage> {
  const projectId = await insightStore(ctx.db.queries).projectOf(ctx.actor.organizationId, modelId);
  const hiddenColumns = () => refuse(PackagingProblems.noSuchModel, modelId);
  if (projectId === undefined) return hiddenColumns();
  await requireRole(ctx, { kind: PROJECT, id: projectId }, 'use', hiddenColumns);
  const project = await getProjectOrThrow(ctx, projectId, 'use');
  const model = await modelStore(ctx.db.queries).byId(projectId, modelId);
  if (model === undefined || project.plan === null) return refuse(PackagingProblems.noSuchModel, modelId);
  if (model.status === 'training') refuse(PackagingProblems.stillTraining, modelId);
  if (model.status === 'error' || model.artifact === null) refuse(PackagingProblems.cannotAnswer, modelId, model.error);
  return {
    modelId,
    modelType: model.model_type,
    projectId,
    projectName: project.name,
    target: targetOf(project.plan),
    isTimeSeries: project.plan.kind === 'series',
    isMultiseries: project.plan.kind === 'series' && project.plan.panel.idColumns.length > 0,
    predictionThreshold: model.prediction_threshold,
  };
}

/** A leaderboard model in place. Nothing is copied: it predicts only as long as its project exists. */
interface LeaderboardModel {
  readonly modelId: string;
  readonly predictionThreshold: number;
  readonly targetType: TargetType;
  /** Reads what answering needs; slow, and the same for everybody who asks. */
  load(): Promise<ServedFromLeaderboard>;
}

interface ServedFromLeaderboard {
  readonly bundle: Pick<PackagedModel, 'plan' | 'target' | 'columns' | 'transforms' | 'usualRange'> & {
    readonly artifact: { readonly kind: 'forecaster' } | { readonly kind: 'rows'; readonly weights: readonly number[] };
  };
  readonly files: readonly Uint8Array[];
}

export async function leaderboardModel(ctx: Ctx, projectId: string, modelId: string): Promise<LeaderboardModel> {
  const project = await getProjectOrThrow(ctx, projectId, 'use');
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const { plan, dataset_version_id: learned } = project;
  if (plan === null || learned === null) throw new Error(`Project ${projectId} has a model but no plan or data.`);
  return {
    modelId,
    predictionThreshold: row.prediction_threshold,
    targetType: targetOf(plan).type,
    async load() {
      const model = await readyModel(ctx, projectId, modelId);
      const { files, weights } = await modelFiles(ctx, model);
      const { columns } = await versionProfile(ctx, learned);
      const known = {
        features: await featureStore(ctx.db.queries).list(projectId),
        kinds: Object.fromEntries(columns.map(({ name, summary }) => [name, frameKindOf(summary)])),
        learnedFrom: await columnsOf(ctx, project, model),
        importance: new Map<string, number>(),
      };
      const bundle = {
        plan,
        target: targetOf(plan),
        columns: packagedColumns(plan, known),
        transforms: await derivedFeatures(ctx, project),
        usualRange: null,
        artifact: plan.kind === 'series' ? ({ kind: 'forecaster' } as const) : ({ kind: 'rows', weights } as const),
      };
      return { bundle, files };
    },
  };
}
