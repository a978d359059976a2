import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { type CountedList, FeatureListProblems, featureListStore } from '../../core/features/feature-list.store.ts';
import { getBlueprintOrThrow, getModelOrThrow, ModelProblems } from '../../core/models/get-model.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import type { BlueprintRow, ModelRow } from '../../core/models/model.tables.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { type SharedParts, sharedParts } from '../../core/partitioning/training-data.ts';
import { autopilotStore } from '../../core/project/autopilot-run.store.ts';
import { getModelingProjectOrThrow, getProjectOrThrow } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { alreadyAdded, enqueueOnce, jobAccepted } from '../../queue/jobs.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import { dispatch, enqueueStep } from '../../queue/project-queue.ts';
import { blendModels } from './blend-models.ts';
import {
  addModel,
  confirmBacktests,
  confirmFolds,
  crossValidateModel,
  evaluateModel,
  ownParts,
  trainModel,
} from './train-model.ts';
import { blendRules, resolveTrainingData, whyNotBlend, wrongRequest } from './training-data-request.rules.ts';
import type {
  BlendModels,
  FreezeDatetimeModel,
  FreezeModel,
  RetrainDatetimeModel,
  RetrainModel,
  TrainDatetimeModel,
  TrainModel,
} from './training-request.schema.ts';

type TrainingRequest = Partial<TrainModel & z.output<typeof RetrainDatetimeModel>>;

export async function requestModel(ctx: Ctx, projectId: string, body: TrainModel | TrainDatetimeModel): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { blueprintId, sourceProjectId, ...request } = body;
  // A client that trains a blueprint object sends the id of its project.
  const isForeign = (sourceProjectId ?? project.id) !== project.id;
  const blueprint = isForeign
    ? await adoptBlueprint(ctx, project, sourceProjectId ?? '', blueprintId)
    : await getBlueprintOrThrow(ctx, projectId, blueprintId);
  return begin(ctx, project, blueprint, request);
}

/** The blueprint of another project for the same kind of target, as one of this project too. */
async function adoptBlueprint(ctx: Ctx, project: ProjectRow, sourceId: string, id: string): Promise<BlueprintRow> {
  const source = await getProjectOrThrow(ctx, sourceId, 'read').catch(inField('sourceProjectId'));
  const blueprint = await getBlueprintOrThrow(ctx, sourceId, id);
  if (kindOf(source) !== kindOf(project))
    throw invalidFields({
      sourceProjectId: `The blueprint is for a ${kindOf(source)} target, and this project has a ${kindOf(project)} one`,
    });
  const store = blueprintStore(ctx.db.queries);
  const number = (await store.list(project.id)).length;
  await store.insert([{ ...blueprint, project_id: project.id, number, modes: [] }]);
  return getBlueprintOrThrow(ctx, project.id, id);
}

const kindOf = ({ plan }: ProjectRow): string => (plan?.kind === 'table' ? plan.task : 'time series');

/** What is named in a body and does not exist is a wrong field, not a missing page. */
const inField =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof Problem && error.status === 404) throw invalidFields({ [field]: error.message });
    throw error;
  };

/** The same recipe on another feature list, or on other data. */
export async function requestFromModel(
  ctx: Ctx,
  projectId: string,
  body: z.output<typeof RetrainModel> | z.output<typeof RetrainDatetimeModel>,
): Promise<Reply> {
  const { project, row, blueprint } = await getRecipeOrThrow(ctx, projectId, body.modelId);
  return begin(ctx, project, blueprint, { ...body, featurelistId: body.featurelistId ?? row.featurelist_id });
}

/** A recipe is all the parameters a model has: the same recipe on other data is the frozen model. */
export async function requestFrozen(
  ctx: Ctx,
  projectId: string,
  body: z.output<typeof FreezeModel> | z.output<typeof FreezeDatetimeModel>,
): Promise<Reply> {
  const { project, row, blueprint } = await getRecipeOrThrow(ctx, projectId, body.modelId);
  const frozenOf = (row.is_frozen ? row.parent_model_id : null) ?? row.id;
  return begin(ctx, project, blueprint, { ...body, featurelistId: row.featurelist_id }, frozenOf);
}

async function getRecipeOrThrow(ctx: Ctx, projectId: string, modelId: string) {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  if (row.category === 'blend')
    throw invalidFields({ modelId: `Model ${row.id} is a blend and has no recipe of its own` });
  return { project, row, blueprint: await getBlueprintOrThrow(ctx, projectId, row.blueprint_id) };
}

/** Another recipe on the rows, features and parts of a model. */
export async function requestLike(ctx: Ctx, project: ProjectRow, blueprint: BlueprintRow, row: ModelRow) {
  const plan = project.plan as ProjectPlan;
  const { share } = row.training;
  const done = new Set((await modelStore(ctx.db.queries).parts([row.id])).map(({ part }) => part));
  const evaluated = partNames(plan).evaluated.filter((part) => done.has(part));
  const data = share === undefined ? { share: null, parts: null } : { share, parts: sharedParts(plan, share) };
  const scoringType = evaluated.length > 1 ? ('crossValidation' as const) : null;
  return begin(ctx, project, blueprint, { featurelistId: row.featurelist_id, scoringType }, undefined, data);
}

async function begin(
  ctx: Ctx,
  project: ProjectRow,
  blueprint: BlueprintRow,
  request: TrainingRequest,
  frozenOf?: string,
  data?: Exclude<ReturnType<typeof resolveTrainingData>, { errors: unknown }>,
): Promise<Reply> {
  const plan = project.plan as ProjectPlan;
  const own = request.sourceProjectId === project.id ? { ...request, sourceProjectId: null } : request;
  const wished = data ?? resolveTrainingData(plan, request);
  const errors = { ...wrongRequest(own), ...('errors' in wished ? wished.errors : {}) };
  if ('errors' in wished || Object.keys(errors).length > 0) throw invalidFields(errors);
  const list = await listFor(ctx, project, request.featurelistId ?? undefined);
  const parts = firstParts(plan, wished.parts, request.scoringType === 'crossValidation');
  const job = await ctx.db.transaction(async (tx) => {
    const locked = (await lockProject(tx, project.id)) ?? project;
    const open = await projectJobStore(tx).open(project.id);
    const alike = open.filter(({ blueprint_id }) => blueprint_id === blueprint.id);
    const ids = alike.flatMap(({ model_id }) => model_id ?? []);
    const same = (await modelStore(tx).byIds(project.id, ids)).find(
      (model) => model.featurelist_id === list.id && isDeepStrictEqual(model.training.share ?? null, wished.share),
    );
    const findOpen = alike.find(({ model_id }) => model_id === same?.id);
    if (findOpen !== undefined && same !== undefined) throw alreadyAdded('This model', findOpen.id);
    const asked = { ...wished, ...(frozenOf === undefined ? {} : { frozenOf }) };
    const model = await addModel(ctx, tx, locked, blueprint, list, asked);
    const about = { project: locked, actor: ctx.actor, modelId: model.id, blueprintId: blueprint.id };
    const made = await enqueueStep(ctx, tx, trainModel, { modelId: model.id, parts }, about);
    await dispatch(ctx, tx, project.id);
    return made;
  });
  return jobAccepted(job, { message: `${blueprint.model_type} is being trained` });
}

/** The newest backtest or first fold is always fitted: that fit serves predictions, even if it cannot be evaluated. */
function firstParts(plan: ProjectPlan, shared: SharedParts | null, all: boolean): string[] {
  const { evaluated, holdout } = partNames(plan);
  if (all && shared?.intoValidation) {
    throw invalidFields({ scoringType: 'The model would train on the rows it is evaluated on. Request fewer rows' });
  }
  const fits = (part: string) => shared === null || shared.evaluated.includes(part);
  const rest = [...(all ? evaluated.slice(1) : []), ...(holdout ? ['holdout'] : [])];
  return [evaluated[0] as string, ...rest.filter(fits)];
}

/** The requested feature list, else the autopilot's. */
async function listFor(ctx: Ctx, project: ProjectRow, asked: string | undefined): Promise<CountedList> {
  const lists = featureListStore(ctx.db.queries);
  const id = asked ?? (await autopilotStore(ctx.db.queries).runs(project.id))[0]?.featurelist_id ?? '';
  const list = await lists.byId(project.id, id);
  return list ?? refuse(FeatureListProblems.noSuchList, id);
}

/** Evaluates a model on the backtests or folds it lacks; one that lacks none has a job that ends at once. */
export async function requestEvaluation(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const plan = project.plan as ProjectPlan;
  const dated = isDated(plan);
  const what = dated ? 'Backtests of this model' : 'Cross-validation of this model';
  const parts = await missingParts(ctx, plan, row);
  const about = { project, modelId, what };
  const job = await (parts.length === 0
    ? enqueueOnce(ctx, dated ? confirmBacktests : confirmFolds, { modelId }, about)
    : enqueueOnce(ctx, dated ? evaluateModel : crossValidateModel, { modelId, parts }, about));
  return jobAccepted(job, { message: `${what}: started` });
}

async function missingParts(ctx: Ctx, plan: ProjectPlan, row: ModelRow): Promise<string[]> {
  const done = new Set((await modelStore(ctx.db.queries).parts([row.id])).map(({ part }) => part));
  const own = ownParts(plan, row);
  if (own.length === 0 && row.training.share !== undefined && done.size === 0)
    refuse(ModelProblems.alreadyEvaluated, row.id);
  return own.filter((part) => !done.has(part));
}

type Body = z.output<typeof BlendModels>;

export async function checkBlend(ctx: Ctx, projectId: string, body: Body) {
  const { plan } = await getModelingProjectOrThrow(ctx, projectId, 'read');
  const reason = await why(ctx, projectId, body, plan as ProjectPlan);
  return { blendable: reason === '', reason };
}

async function why(ctx: Ctx, projectId: string, { modelIds, blenderMethod }: Body, plan: ProjectPlan): Promise<string> {
  const store = modelStore(ctx.db.queries);
  const models = (await store.byIds(projectId, modelIds)).filter(({ status }) => status === 'ready');
  const parts = await store.parts(modelIds);
  const known = new Set(parts.map((one) => `${one.model_id} ${one.part}`));
  const has = (id: string, part: string) => known.has(`${id} ${part}`);
  const reason = whyNotBlend(models, modelIds, partNames(plan).evaluated, has);
  if (reason !== '' || blendRules(blenderMethod, plan.kind === 'series') !== undefined) return reason;
  return `${blenderMethod} is not offered here. Use ${plan.kind === 'series' ? 'AVG, MED or ENET' : 'AVG, ENET, GLM or PLS'}.`;
}

export async function requestBlend(ctx: Ctx, projectId: string, body: Body): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const plan = project.plan as ProjectPlan;
  const reason = await why(ctx, projectId, body, plan);
  if (reason !== '') throw invalidFields({ [reason.includes('not offered') ? 'blenderMethod' : 'modelIds']: reason });
  const rules = blendRules(body.blenderMethod, plan.kind === 'series') ?? [];
  const input = {
    memberIds: body.modelIds,
    most: 1,
    method: body.blenderMethod,
    ...(rules.length > 0 ? { rules: [...rules] } : {}),
  };
  const job = await enqueueOnce(ctx, blendModels, input, { project, what: 'This blend' });
  return jobAccepted(job, { message: 'The blend is being trained' });
}
