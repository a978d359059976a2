import { EngineProblem } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { featureStore } from '../core/features/feature.store.ts';
import type { ModelRow } from '../core/models/model.tables.ts';
import type { ProjectPlan } from '../core/partitioning/plan.ts';
import { loadProject } from '../core/project/get-project.ts';
import { withEngine } from '../engine/engine-pool.ts';
import { columnsOf } from '../engine/model-job.ts';
import { writeBytes } from '../engine/project-blobs.ts';
import { derivedFeatures, projectData } from '../engine/project-data.ts';
import { readOutcomes } from '../insights/charts/read-outcomes.ts';
import { computeImpact, type ImpactContent, impactSource } from '../insights/features/feature-impact.step.ts';
import { insightStore } from '../insights/insight.store.ts';
import { modelFiles, readyModel } from '../insights/model-files.ts';
import { type ScoredModel, scoredParts } from '../insights/model-parts.ts';
import { baselineOf, importanceOf, packagedColumns, targetOf } from './packaged.rules.ts';
import type { PackagedModel } from './packaged-model.ts';

export interface PackagingOrder {
  readonly projectId: string;
  readonly modelId: string;
  /** Where the copies go: `model-packages/{id}/`. */
  readonly prefix: string;
}

/** Takes a model out of its project, for a job: what it says depends on nothing that stays behind. May run twice. */
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

/** A forecaster holds the events it learned from; the file of the project may go. */
function withoutFiles(plan: ProjectPlan): ProjectPlan {
  if (plan.kind === 'table') return plan;
  const { eventsKey: _, ...rest } = plan;
  return rest;
}

/** From the model's feature impact, which is computed here when nobody has asked for it yet. */
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
