import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { type CountedList, FeatureListProblems, featureListStore } from '../../core/features/feature-list.store.ts';
import { getBlueprintOrThrow, getModelOrThrow, ModelProblems } from '../../core/models/get-model.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { BlueprintRow } from '../../core/models/model.tables.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { type SharedParts, sharedParts } from '../../core/partitioning/training-data.ts';
import { autopilotStore } from '../../core/project/autopilot-run.store.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { alreadyAdded, jobAccepted } from '../../queue/jobs.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import { dispatch, enqueueStep } from '../../queue/project-queue.ts';
import type { Step } from '../../queue/step.ts';
import { blendModels } from './blend-models.ts';
import { addModel, crossValidateModel, judgeModel, type TrainInput, trainModel } from './train-model.ts';
import { wishedShare } from './training-data-request.rules.ts';
import { blendRules, whyNotBlend, wrongRequest } from './training-request.rules.ts';
import type {
  BlendModels,
  FreezeDatetimeModel,
  FreezeModel,
  RetrainDatetimeModel,
  RetrainModel,
  TrainDatetimeModel,
  TrainModel,
} from './training-request.schema.ts';

type Wish = Partial<z.output<typeof TrainModel> & z.output<typeof RetrainDatetimeModel>>;

export async function requestModel(
  ctx: Ctx,
  projectId: string,
  body: z.output<typeof TrainModel> | z.output<typeof TrainDatetimeModel>,
): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  return begin(ctx, project, await getBlueprintOrThrow(ctx, projectId, body.blueprintId), body);
}

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

async function begin(
  ctx: Ctx,
  project: ProjectRow,
  blueprint: BlueprintRow,
  wish: Wish,
  frozenOf?: string,
): Promise<Reply> {
  const plan = project.plan as ProjectPlan;
  // A client that trains a blueprint object says where it is from, which is here.
  const own = wish.sourceProjectId === project.id ? { ...wish, sourceProjectId: null } : wish;
  const wished = wishedShare(plan, wish);
  const errors = { ...wrongRequest(own), ...('errors' in wished ? wished.errors : {}) };
  if ('errors' in wished || Object.keys(errors).length > 0) throw invalidFields(errors);
  const list = await listFor(ctx, project, wish.featurelistId ?? undefined);
  const parts = firstParts(plan, wished.parts, wish.scoringType === 'crossValidation');
  const job = await ctx.db.transaction(async (tx) => {
    const locked = (await lockProject(tx, project.id)) ?? project;
    const open = await projectJobStore(tx).open(project.id);
    const alike = open.filter(({ blueprint_id }) => blueprint_id === blueprint.id);
    const same = (
      await modelStore(tx).byIds(
        project.id,
        alike.flatMap(({ model_id }) => model_id ?? []),
      )
    ).find(
      (model) => model.featurelist_id === list.id && isDeepStrictEqual(model.training.share ?? null, wished.share),
    );
    const twin = alike.find(({ model_id }) => model_id === same?.id);
    if (twin !== undefined && same !== undefined) throw alreadyAdded('This model', twin.id);
    const asked = { ...wished, ...(frozenOf === undefined ? {} : { frozenOf }) };
    const model = await addModel(ctx, tx, locked, blueprint, list, asked);
    const made = await enqueueStep(
      ctx,
      tx,
      trainModel,
      { modelId: model.id, parts },
      {
        project: locked,
        actor: ctx.actor,
        modelId: model.id,
        blueprintId: blueprint.id,
      },
    );
    await dispatch(ctx, tx, project.id);
    return made;
  });
  return jobAccepted(job, { message: `${blueprint.model_type} is being trained` });
}

/** The newest backtest or first fold is always fitted: that fit answers, also when it cannot be judged. */
function firstParts(plan: ProjectPlan, shared: SharedParts | null, all: boolean): string[] {
  const { judged, holdout } = partNames(plan);
  if (all && shared?.intoValidation) {
    throw invalidFields({ scoringType: 'The model learns from rows it would be judged on. Ask for fewer rows' });
  }
  const fits = (part: string) => shared === null || shared.judged.includes(part);
  const rest = [...(all ? judged.slice(1) : []), ...(holdout ? ['holdout'] : [])];
  return [judged[0] as string, ...rest.filter(fits)];
}

/** The list that was asked for, else the one the autopilot used. */
async function listFor(ctx: Ctx, project: ProjectRow, asked: string | undefined): Promise<CountedList> {
  const lists = featureListStore(ctx.db.queries);
  const id = asked ?? (await autopilotStore(ctx.db.queries).runs(project.id))[0]?.featurelist_id ?? '';
  const list = await lists.byId(project.id, id);
  return list ?? refuse(FeatureListProblems.noSuchList, id);
}

/** Judges a model on the backtests or folds it has not been judged on yet. */
export async function requestJudging(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const { share } = row.training;
  const isMade = row.parent_model_id !== null && !(row.is_frozen && share !== undefined);
  if (row.category === 'blend' || isMade) refuse(ModelProblems.judgedAlready, modelId);
  const plan = project.plan as ProjectPlan;
  const able = share === undefined ? undefined : sharedParts(plan, share).judged;
  const { judged, holdout } = partNames(plan);
  const done = new Set((await modelStore(ctx.db.queries).parts([modelId])).map(({ part }) => part));
  const parts = [...judged, ...(holdout ? ['holdout'] : [])].filter(
    (part) => !done.has(part) && (able === undefined || able.includes(part)),
  );
  if (parts.length === 0) refuse(ModelProblems.judgedAlready, modelId);
  return enqueueOnce(
    ctx,
    project,
    isDated(plan) ? judgeModel : crossValidateModel,
    { modelId, parts },
    modelId,
    isDated(plan) ? 'Backtests of this model' : 'Cross-validation of this model',
  );
}

async function enqueueOnce(
  ctx: Ctx,
  project: ProjectRow,
  step: Step<TrainInput>,
  input: TrainInput,
  modelId: string,
  what: string,
): Promise<Reply> {
  const job = await ctx.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const twin = await projectJobStore(tx).twin(project.id, step.name, input);
    if (twin !== undefined) throw alreadyAdded(what, twin.id);
    const made = await enqueueStep(ctx, tx, step, input, { project, actor: ctx.actor, modelId });
    await dispatch(ctx, tx, project.id);
    return made;
  });
  return jobAccepted(job, { message: `${what}: started` });
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
  const reason = whyNotBlend(models, modelIds, partNames(plan).judged, has);
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
  const job = await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const twin = await projectJobStore(tx).twin(projectId, blendModels.name, input);
    if (twin !== undefined) throw alreadyAdded('This blend', twin.id);
    const made = await enqueueStep(ctx, tx, blendModels, input, { project, actor: ctx.actor });
    await dispatch(ctx, tx, projectId);
    return made;
  });
  return jobAccepted(job, { message: 'The blend is being made' });
}
