import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { autopilotStore } from '../autopilot/autopilot.store.ts';
import type { BlueprintRow } from '../blueprints/blueprint.tables.ts';
import { theBlueprint } from '../blueprints/read-blueprints.ts';
import { FeatureListProblems } from '../feature-lists/feature-list.problems.ts';
import { type CountedList, featureListStore } from '../feature-lists/feature-list.store.ts';
import type { ProjectPlan } from '../partitioning/plan.ts';
import { dispatch } from '../queue/dispatch.ts';
import { enqueueStep } from '../queue/enqueue-step.ts';
import { projectJobStore } from '../queue/project-job.store.ts';
import { alreadyAdded } from '../queue/queue.problems.ts';
import { jobAccepted } from '../queue/read-jobs.ts';
import type { Step } from '../queue/step.ts';
import { lockProject } from '../records/project.store.ts';
import type { ProjectRow } from '../records/project.tables.ts';
import { theModelingProject } from '../records/the-project.ts';
import { crossValidateModel, judgeModel, type TrainInput, trainModel } from '../training/train-model.ts';
import { addModel, trainShare } from './add-model.ts';
import { isDated, partNames } from './metrics.rules.ts';
import { ModelProblems } from './model.problems.ts';
import { modelStore } from './model.store.ts';
import { theModel } from './read-models.ts';
import { wrongRequest } from './training-request.rules.ts';
import type { RetrainDatetimeModel, RetrainModel, TrainDatetimeModel, TrainModel } from './training-request.schema.ts';

type Wish = Partial<z.output<typeof TrainModel> & z.output<typeof TrainDatetimeModel>>;

export async function requestModel(
  ctx: Ctx,
  projectId: string,
  body: z.output<typeof TrainModel> | z.output<typeof TrainDatetimeModel>,
): Promise<Reply> {
  const project = await theModelingProject(ctx, projectId, 'write');
  return begin(ctx, project, await theBlueprint(ctx, projectId, body.blueprintId), body);
}

/** The same recipe on another feature list. */
export async function requestFromModel(
  ctx: Ctx,
  projectId: string,
  body: z.output<typeof RetrainModel> | z.output<typeof RetrainDatetimeModel>,
): Promise<Reply> {
  const project = await theModelingProject(ctx, projectId, 'write');
  const { row } = await theModel(ctx, projectId, body.modelId);
  if (row.category === 'blend')
    throw invalidFields({ modelId: `Model ${row.id} is a blend and has no recipe of its own` });
  const blueprint = await theBlueprint(ctx, projectId, row.blueprint_id);
  return begin(ctx, project, blueprint, { featurelistId: row.featurelist_id, ...body });
}

async function begin(ctx: Ctx, project: ProjectRow, blueprint: BlueprintRow, wish: Wish): Promise<Reply> {
  const plan = project.plan as ProjectPlan;
  // A client that trains a blueprint object says where it is from, which is here.
  const own = wish.sourceProjectId === project.id ? { ...wish, sourceProjectId: null } : wish;
  const errors = wrongRequest(own, trainShare(plan));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const list = await listFor(ctx, project, wish.featurelistId ?? undefined);
  const { judged, holdout } = partNames(plan);
  const all = wish.scoringType === 'crossValidation';
  const parts = [...(all ? judged : judged.slice(0, 1)), ...(holdout ? ['holdout'] : [])];
  const job = await ctx.db.transaction(async (tx) => {
    const locked = (await lockProject(tx, project.id)) ?? project;
    const twin = (await projectJobStore(tx).open(project.id)).find(({ blueprint_id }) => blueprint_id === blueprint.id);
    const same = twin?.model_id ? await modelStore(tx).byId(project.id, twin.model_id) : undefined;
    if (twin !== undefined && same?.featurelist_id === list.id) throw alreadyAdded('This model', twin.id);
    const model = await addModel(ctx, tx, locked, blueprint, list);
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

/** The list that was asked for, else the one the autopilot used. */
async function listFor(ctx: Ctx, project: ProjectRow, asked: string | undefined): Promise<CountedList> {
  const lists = featureListStore(ctx.db.queries);
  const id = asked ?? (await autopilotStore(ctx.db.queries).runs(project.id))[0]?.featurelist_id ?? '';
  const list = await lists.byId(project.id, id);
  return list ?? refuse(FeatureListProblems.noSuchList, id);
}

/** Judges a model on the backtests or folds it has not been judged on yet. */
export async function requestJudging(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  const project = await theModelingProject(ctx, projectId, 'write');
  const { row } = await theModel(ctx, projectId, modelId);
  if (row.category === 'blend' || row.parent_model_id !== null) refuse(ModelProblems.judgedAlready, modelId);
  const plan = project.plan as ProjectPlan;
  const { judged, holdout } = partNames(plan);
  const done = new Set((await modelStore(ctx.db.queries).parts([modelId])).map(({ part }) => part));
  const parts = [...judged, ...(holdout ? ['holdout'] : [])].filter((part) => !done.has(part));
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
