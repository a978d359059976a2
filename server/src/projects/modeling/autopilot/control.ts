import { nextWork } from '@almanac/engine';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { catalogue, refuse, unprocessable } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { FeatureListProblems, type FeatureListRow, featureListStore } from '../../core/features/feature-list.store.ts';
import { getModelOrThrow } from '../../core/models/get-model.ts';
import { blueprintStore } from '../../core/models/model.store.ts';
import {
  type AutopilotRunRow,
  type AutopilotSettings,
  autopilotStore,
} from '../../core/project/autopilot-run.store.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { enqueueOnce, jobStatusPath } from '../../queue/jobs.ts';
import { dispatch, enqueueStep, requeueAutopilot } from '../../queue/project-queue.ts';
import { IncrementalProblems } from '../incremental/incremental.rules.ts';
import { iterationStore } from '../incremental/incremental.store.ts';
import { prepareModel } from '../training/prepare-model.ts';
import { addModel, trainModel } from '../training/train-model.ts';
import type { NewAutopilot } from './autopilot.schema.ts';
import { settingsOf } from './run-state.ts';

const AutopilotProblems = catalogue({
  notRunning: unprocessable(
    'projects.autopilot_not_running',
    (command: string) => `The autopilot of this project is not running, so there is nothing to ${command}.`,
  ),
  onceOnAList: unprocessable(
    'projects.autopilot_ran',
    (name: string, mode: string) =>
      `The autopilot ran on the feature list ${JSON.stringify(name)} in mode ${mode} already, or is running on it. ` +
      'Choose another list, or a more thorough mode.',
  ),
});

/** Stop: running jobs finish, waiting jobs wait until start. */
export async function commandAutopilot(ctx: Ctx, projectId: string, command: 'start' | 'stop'): Promise<Reply> {
  await getModelingProjectOrThrow(ctx, projectId, 'write');
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const runs = autopilotStore(tx);
    const open = (await runs.runs(projectId)).filter(({ stage }) => stage !== 'done');
    if (open.length === 0) refuse(AutopilotProblems.notRunning, command);
    await runs.setPaused(projectId, command === 'stop');
    if (command === 'stop') await requeueAutopilot(ctx, tx, projectId);
    await dispatch(ctx, tx, projectId);
  });
  return answer(202, { body: {} });
}

export async function startAutopilot(ctx: Ctx, projectId: string, input: NewAutopilot): Promise<Reply> {
  await getModelingProjectOrThrow(ctx, projectId, 'write');
  const list = await featureListStore(ctx.db.queries).byId(projectId, input.featurelistId);
  if (list === undefined) refuse(FeatureListProblems.noSuchList, input.featurelistId);
  await ctx.db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (project === undefined) return;
    const same = (await autopilotStore(tx).runs(projectId)).some(
      (run) => run.featurelist_id === list.id && (run.mode === input.mode || run.stage !== 'done'),
    );
    if (same) refuse(AutopilotProblems.onceOnAList, list.name, input.mode);
    const settings = {
      blendBestModels: input.blendBestModels ?? true,
      prepareModelForDeployment: input.prepareModelForDeployment ?? true,
      considerBlendersInRecommendation: input.considerBlendersInRecommendation ?? true,
    };
    await startRun(ctx, tx, project, { mode: input.mode, list, settings, actor: ctx.actor });
  });
  return answer(201, { body: {} });
}

/** Retrains one model on all data, for deployment. */
export async function prepareForDeployment(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  if ((await iterationStore(ctx.db.queries).of(modelId)).length > 0) refuse(IncrementalProblems.readyAsItIs, modelId);
  const input = { modelId: row.id, recommend: 'Prepared for Deployment' };
  const job = await enqueueOnce(ctx, prepareModel, input, { project, modelId, what: 'Preparing this model' });
  const body = { message: 'The model is being retrained on all data', jobId: String(job.id) };
  return answer(201, { location: jobStatusPath(job), body });
}

interface NewRun {
  readonly mode: AutopilotRunRow['mode'];
  readonly list: FeatureListRow;
  readonly settings: AutopilotSettings;
  readonly actor: Actor;
}

/** Begins a run with the first stage of the engine's autopilot. The caller holds the project. */
export async function startRun(platform: Platform, tx: Tx, project: ProjectRow, run: NewRun): Promise<void> {
  const store = autopilotStore(tx);
  const number = (await store.runs(project.id)).length + 1;
  const rows = (await blueprintStore(tx).list(project.id)).filter(({ modes }) => modes.includes(run.mode));
  const { stage, work } = nextWork({
    stage: 'start',
    settings: await settingsOf(platform, project, run),
    blueprints: rows.map(({ recipe }) => recipe),
    models: [],
    blends: [],
  });
  await store.insert({
    project_id: project.id,
    number,
    featurelist_id: run.list.id,
    mode: run.mode,
    settings: JSON.stringify(run.settings),
    stage,
    started_at: platform.now(),
    ended_at: stage === 'done' ? platform.now() : null,
  });
  for (const one of work) {
    const blueprint = one.kind === 'train' ? rows.find(({ recipe }) => recipe === one.blueprint) : undefined;
    if (one.kind !== 'train' || blueprint === undefined) continue;
    const model = await addModel(platform, tx, project, blueprint, run.list);
    const job = { project, actor: run.actor, autopilotRun: number, modelId: model.id, blueprintId: blueprint.id };
    await enqueueStep(platform, tx, trainModel, { modelId: model.id, parts: [...one.parts] }, job);
  }
  await dispatch(platform, tx, project.id);
}
