import type { Blend, ForecastBlueprint, TabularBlend, TabularBlueprint } from '@almanac/engine';
import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { hideHoldout } from '../../core/models/metrics.rules.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import type { ModelArtifact, ModelRow, Recipe } from '../../core/models/model.tables.ts';
import { partNames } from '../../core/partitioning/plan.ts';
import { trainingOnAll } from '../../core/partitioning/training-data.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { type EngineThread, withEngine } from '../../engine/engine-pool.ts';
import { readSeriesPredictions } from '../../engine/part-predictions.ts';
import { projectData, seriesJob, tableJob } from '../../engine/project-data.ts';
import { projectBlobs, writeBytes, writeReport } from '../../engine/project-files.ts';
import { type Step, stableId } from '../../queue/step.ts';
import { storedPredictions } from './member-predictions.ts';
import { alone } from './series-tasks.ts';
import { modelPath } from './train-model.ts';

const Input = z.strictObject({
  modelId: z.string(),
  /** What the new model is recommended as; nothing when absent. */
  recommend: z.string().optional(),
});
type Input = z.output<typeof Input>;

/** Retrains a model on all data, the holdout included, for deployment. */
export const prepareModel: Step<Input> = {
  name: 'prepare-model',
  jobType: 'model',
  input: Input,
  async run(platform, { modelId, recommend }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const parent = await modelStore(platform.db.queries).byId(project.id, modelId);
    if (parent === undefined) return undefined;
    const id = stableId(job.id, 'prepared');
    const work = { platform, project, parent, id };
    const data = await projectData(platform, project, run.signal);
    const artifact = await withEngine(data, run.signal, (thread) =>
      plan.kind === 'series' ? onSeries(work, thread) : onTable(work, thread),
    );
    await save(work, artifact, recommend);
    return { location: modelPath(project.id, id, plan) };
  },
};

/** Recipes of the model, or of the members of a blend, by model id. */
export async function recipesOf(
  { db }: Platform,
  project: ProjectRow,
  model: ModelRow,
): Promise<Record<string, Recipe>> {
  const members =
    model.blend === null ? [model] : await modelStore(db.queries).byIds(project.id, [...model.blend.models]);
  const ids = members.map((one) => one.blueprint_id);
  const recipes = new Map((await blueprintStore(db.queries).byIds(project.id, ids)).map((row) => [row.id, row.recipe]));
  return Object.fromEntries(
    members.flatMap(({ id, blueprint_id }) => {
      const recipe = recipes.get(blueprint_id);
      return recipe === undefined ? [] : [[id, recipe]];
    }),
  );
}

interface PrepareWork {
  readonly platform: Platform;
  readonly project: ProjectRow;
  readonly parent: ModelRow;
  /** Of the new model. */
  readonly id: string;
}

async function onSeries({ platform, project, parent, id }: PrepareWork, thread: EngineThread): Promise<ModelArtifact> {
  const job = await seriesJob(platform, project, parent);
  const evaluated = partNames(job.plan).evaluated.slice();
  const parts =
    (await storedPredictions(platform, parent.id, evaluated, readSeriesPredictions)) ??
    (await storedPredictions(platform, parent.id, evaluated.slice(0, 1), readSeriesPredictions));
  const blend: Blend = (parent.blend as Blend | null) ?? alone(parent.id);
  const blueprints = (await recipesOf(platform, project, parent)) as Record<string, ForecastBlueprint>;
  const key = projectBlobs(project.id).artifact(id);
  await writeBytes(platform, key, await thread.ask('refitSeries', { job, blend, blueprints, parts: parts ?? [] }));
  return { kind: 'forecaster', key };
}

async function onTable({ platform, project, parent, id }: PrepareWork, thread: EngineThread): Promise<ModelArtifact> {
  const job = await tableJob(platform, project, parent);
  const blend = parent.blend as TabularBlend | null;
  const recipes = (await recipesOf(platform, project, parent)) as Record<string, TabularBlueprint>;
  const keys: string[] = [];
  for (const member of blend?.models ?? [parent.id]) {
    const key = `${projectBlobs(project.id).artifact(id)}-${keys.length}`;
    const blueprint = recipes[member] as TabularBlueprint;
    const { file, report } = await thread.ask('refitTable', { job, blueprint });
    await writeBytes(platform, key, file);
    if (blend === null) await writeReport(platform, project.id, id, report);
    keys.push(key);
  }
  if (blend === null) return { kind: 'rows', key: keys[0] as string };
  return { kind: 'rows-blend', keys, weights: blend.weights };
}

async function save(work: PrepareWork, artifact: ModelArtifact, recommend: string | undefined): Promise<void> {
  const { platform, project, parent, id } = work;
  const [column] = await featureStore(platform.db.queries).list(project.id);
  const rows = column?.profile.rowCount ?? null;
  const training = trainingOnAll(project.plan as NonNullable<ProjectRow['plan']>, rows);
  // It was trained on the holdout, so it has no score there.
  const metrics = hideHoldout(parent.metrics, false);
  await platform.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const models = modelStore(tx);
    if ((await models.byId(project.id, id)) === undefined) {
      const { number: _, error: __, ...same } = parent;
      await models.insert({
        ...same,
        id,
        is_frozen: true,
        parent_model_id: parent.id,
        is_starred: false,
        prepared_for_deployment: true,
        trained_into_validation: true,
        trained_into_holdout: true,
        training: JSON.stringify(training),
        training_row_count: rows,
        sample_pct: parent.sample_pct === null ? null : 100,
        blend: parent.blend && JSON.stringify(parent.blend),
        metrics: JSON.stringify(metrics),
        artifact: JSON.stringify(artifact),
        created_at: platform.now(),
        ready_at: platform.now(),
        error: null,
      });
    }
    if (recommend !== undefined) await models.recommend(project.id, recommend, id, platform.now());
  });
}
