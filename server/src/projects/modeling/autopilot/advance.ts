import { type AutopilotWork, nextWork } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { reviveActor } from '#platform/jobs/stored-actor.ts';
import { toBlueprintRow } from '../../core/models/blueprint.rules.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import type { BlueprintRow, ModelRow, Recipe } from '../../core/models/model.tables.ts';
import { type AutopilotRunRow, type AutopilotStage, autopilotStore } from '../../core/project/autopilot-run.store.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { type ProjectJobRow, projectJobStore } from '../../queue/project-job.store.ts';
import { enqueueStep } from '../../queue/project-queue.ts';
import { addContinuedModel } from '../incremental/continue-model.ts';
import { blendModels } from '../training/blend-models.ts';
import { prepareModel } from '../training/prepare-model.ts';
import { addModel, trainModel } from '../training/train-model.ts';
import { loadRunState, type RunState } from './run-state.ts';

/** Whose models are to be looked at, and who asked for it. */
export interface EndingRun {
  readonly project: ProjectRow;
  readonly actor: Actor;
  readonly autopilotRun: number;
}

/** Enqueues what is computed before a run counts as done; false when there is nothing to compute. */
export type BeginInsights = (platform: Platform, tx: Tx, run: EndingRun) => Promise<boolean>;

/** Subscribed to the end of jobs: after the last job of a stage the next stage starts, in the same transaction. */
export const autopilotAdvancer =
  (beginInsights: BeginInsights) =>
  (platform: Platform, tx: Tx, job: ProjectJobRow): Promise<void> =>
    advanceAutopilot(platform, tx, job, beginInsights);

async function advanceAutopilot(
  platform: Platform,
  tx: Tx,
  job: ProjectJobRow,
  beginInsights: BeginInsights,
): Promise<void> {
  if (job.autopilot_run === null) return;
  const jobs = await projectJobStore(tx).ofAutopilot(job.project_id, job.autopilot_run);
  if (jobs.some(({ status }) => status === 'queue' || status === 'inprogress')) return;
  const project = await lockProject(tx, job.project_id);
  const run = await autopilotStore(tx).byNumber(job.project_id, job.autopilot_run);
  if (project?.plan === null || project === undefined || run === undefined || run.stage === 'done') return;
  const move = (stage: AutopilotStage) => autopilotStore(tx).move(project.id, run.number, stage, platform.now());
  if (run.stage === 'insights') {
    await move('done');
    return;
  }
  const state = await loadRunState(platform, tx, project, run, run.stage);
  const { stage, work } = nextWork(state);
  const actor = reviveActor(job.actor);
  if (stage === 'done') {
    const hasInsights = await beginInsights(platform, tx, { project, actor, autopilotRun: run.number });
    await move(hasInsights ? 'insights' : 'done');
    return;
  }
  await move(stage);
  const context = { platform, tx, project, run, actor, state };
  for (const one of work) await perform(context, one);
}

interface StageContext {
  readonly platform: Platform;
  readonly tx: Tx;
  readonly project: ProjectRow;
  readonly run: AutopilotRunRow;
  readonly actor: Actor;
  readonly state: RunState;
}

/** Turns the work of the engine's autopilot into jobs and records. */
async function perform(context: StageContext, work: AutopilotWork): Promise<void> {
  const { platform, tx, project, run, actor, state } = context;
  const job = { project, actor, autopilotRun: run.number };
  switch (work.kind) {
    case 'train': {
      const model = work.model === undefined ? await addVariant(context, work.blueprint) : rowOf(state, work.model);
      const target = { modelId: model.id, blueprintId: model.blueprint_id };
      await enqueueStep(platform, tx, trainModel, { modelId: model.id, parts: [...work.parts] }, { ...job, ...target });
      return;
    }
    case 'blend':
      await enqueueStep(platform, tx, blendModels, { memberIds: [...work.members], most: work.most }, job);
      return;
    case 'recommend':
      await modelStore(tx).recommend(project.id, work.as, work.model, platform.now());
      return;
    case 'prepare': {
      const input = { modelId: work.model, recommend: 'Recommended for Deployment' };
      await enqueueStep(platform, tx, prepareModel, input, { ...job, modelId: work.model });
      return;
    }
    case 'continue': {
      const { chunkDefinitionId, earlyStoppingRounds } = run.settings.incremental as Incremental;
      const { from, most } = work;
      const source = { kind: 'chunks', chunkDefinitionId, from, ...(most === undefined ? {} : { most }) } as const;
      const rounds = most === undefined ? earlyStoppingRounds : 0;
      const input = { source, earlyStoppingRounds: rounds, recommend: true };
      await addContinuedModel(platform, tx, rowOf(state, work.model), input, job);
    }
  }
}

type Incremental = NonNullable<AutopilotRunRow['settings']['incremental']>;

/** Adds a model of a tuned variant, which is not among the project's blueprints yet. */
async function addVariant({ platform, tx, project, state }: StageContext, recipe: Recipe): Promise<ModelRow> {
  const store = blueprintStore(tx);
  const blueprint: BlueprintRow = toBlueprintRow(project.id, recipe, (await store.list(project.id)).length, []);
  await store.insert([blueprint]);
  const [first] = state.models.flatMap(({ id }) => state.rows.get(id) ?? []);
  const list = { id: first?.featurelist_id ?? '', name: first?.featurelist_name ?? '' };
  return addModel(platform, tx, project, blueprint, list);
}

function rowOf({ rows }: RunState, id: string): ModelRow {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`The autopilot requested work on model ${id}, which is not in its run.`);
  return row;
}
