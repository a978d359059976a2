import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { catalogue, refuse, unprocessable } from '#platform/http/problem.ts';
import { featureListStore } from '../core/features/feature-list.store.ts';
import { blueprintStore, modelStore } from '../core/models/model.store.ts';
import type { BlueprintRow } from '../core/models/model.tables.ts';
import { type Aim, AimBody } from '../core/project/aim.schema.ts';
import { getModelingProjectOrThrow } from '../core/project/get-project.ts';
import { hadWork, hasOpenWork, projectStore } from '../core/project/project.store.ts';
import { createFeatureList } from '../data/features/feature-lists.ts';
import { detectJob } from '../data/multiseries/detection.jobs.ts';
import { startDetection } from '../data/multiseries/multiseries.ts';
import { projectStatus } from '../lifecycle/projects.ts';
import { projectJobStore } from '../queue/project-job.store.ts';
import { reconcile } from '../queue/project-queue.ts';
import { setAim } from './aim/aim.ts';
import { prepareForDeployment } from './autopilot/control.ts';
import { requestModel } from './training/request-training.ts';

const LIST_NAME = 'Features of the champion';

interface AimToCopy {
  readonly aim: Aim;
  /** Columns to learn from, where they are not all that say something. */
  readonly features?: readonly string[];
}

/**
 * Sets the target of a fresh project as it was set in another. Begins what has not begun; true once it is set, false
 * before: call it until then.
 */
export async function copyAim(ctx: Ctx, projectId: string, { aim, features }: AimToCopy): Promise<boolean> {
  const { stage } = await projectStatus(ctx, projectId);
  if (stage === 'eda2' || stage === 'modeling') return true;
  const { queries } = ctx.db;
  if (stage === 'eda' || (await hasOpenWork(queries, projectId, [detectJob.name]))) return false;
  const { datetimePartitionColumn, multiseriesIdColumns } = aim;
  const manySeries = datetimePartitionColumn !== undefined && multiseriesIdColumns !== undefined;
  if (manySeries && !(await hadWork(queries, projectId, [detectJob.name]))) {
    await startDetection(ctx, projectId, { datetimePartitionColumn, multiseriesIdColumns });
    return false;
  }
  const featurelistId = features && (await listOf(ctx, projectId, features));
  await setAim(ctx, projectId, AimBody.parse({ ...aim, ...(featurelistId ? { featurelistId } : {}) }));
  return true;
}

/** Made once; refused when the new data lack a column. */
async function listOf(ctx: Ctx, projectId: string, features: readonly string[]): Promise<string> {
  const lists = featureListStore(ctx.db.queries);
  const known = () => lists.byName(projectId, 'input', LIST_NAME);
  const before = await known();
  if (before !== undefined) return before.id;
  const request = { name: LIST_NAME, features: [...features], skipDatetimePartitionColumn: false };
  await createFeatureList(ctx, projectId, 'input', request);
  return (await known())?.id ?? '';
}

const RetrainingProblems = catalogue({
  notTrained: unprocessable(
    'projects.not_trained_again',
    (type: string, error: string | null) =>
      `${type} could not be trained on the new data${error === null ? '' : `: ${error}`}.`,
  ),
});

/**
 * Trains a blueprint of another project here, then on all data. Starts what has not started, and returns the model
 * once it is ready, null before: call it until then.
 */
export async function trainBlueprint(ctx: Ctx, projectId: string, blueprint: BlueprintRow): Promise<string | null> {
  await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { queries } = ctx.db;
  await reconcile(ctx, projectId);
  const models = await modelStore(queries).ofBlueprint(projectId, blueprint.id);
  const prepared = models.find((model) => model.prepared_for_deployment && model.status === 'ready');
  if (prepared !== undefined) return prepared.id;
  const [first] = models;
  if (first === undefined) {
    await blueprintStore(queries).insert([{ ...blueprint, project_id: projectId }]);
    await requestModel(ctx, projectId, { blueprintId: blueprint.id });
    return null;
  }
  if (first.status === 'error') refuse(RetrainingProblems.notTrained, first.model_type, first.error);
  const jobs = projectJobStore(queries);
  if (first.status === 'training' || (await jobs.open(projectId)).length > 0) return null;
  const failed = (await jobs.list(projectId, { status: 'error' })).find(({ model_id }) => model_id === first.id);
  if (failed !== undefined) refuse(RetrainingProblems.notTrained, first.model_type, null);
  await prepareForDeployment(ctx, projectId, first.id);
  return null;
}

/** How a model was trained. Null where that is not known: the project was deleted, the model is a blend. */
export interface ChampionRecipe {
  readonly aim: Aim | null;
  readonly blueprint: BlueprintRow | null;
}

/** For retraining a deployed model; the deployment has authorized the caller. */
export async function championRecipe(
  db: Queries,
  organizationId: string,
  projectId: string | null,
  modelId: string,
): Promise<ChampionRecipe> {
  const project = projectId === null ? undefined : await projectStore(db).byId(organizationId, projectId);
  if (project === undefined) return { aim: null, blueprint: null };
  const model = await modelStore(db).byId(project.id, modelId);
  const isBlend = model === undefined || model.category === 'blend';
  const blueprint = isBlend ? undefined : await blueprintStore(db).byId(project.id, model.blueprint_id);
  return { aim: project.aim, blueprint: blueprint ?? null };
}
