import type { ForecastBlueprint } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { reviveActor } from '#platform/jobs/stored-actor.ts';
import { toBlueprintRow } from '../../core/models/blueprint.rules.ts';
import { lowerIsBetter } from '../../core/models/metrics.rules.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { type AutopilotRunRow, type AutopilotStage, autopilotStore } from '../../core/project/autopilot-run.store.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { type ProjectJobRow, projectJobStore } from '../../queue/project-job.store.ts';
import { enqueueStep } from '../../queue/project-queue.ts';
import { blendModels } from '../training/blend-models.ts';
import { prepareModel } from '../training/prepare-model.ts';
import { addModel, trainModel } from '../training/train-model.ts';
import { compareOnChunks, goOnWithBest } from './incremental-stages.ts';
import { keptRows, keptSeries, variantsOf, winnerOf } from './next-stage.rules.ts';
import { type RunState, runState } from './run-state.ts';

/** When the last job of a stage has ended, the autopilot goes on; in the transaction that ends the job. */
export async function advanceAutopilot(platform: Platform, tx: Tx, job: ProjectJobRow): Promise<void> {
  if (job.autopilot_run === null) return;
  const jobs = await projectJobStore(tx).ofAutopilot(job.project_id, job.autopilot_run);
  if (jobs.some(({ status }) => status === 'queue' || status === 'inprogress')) return;
  await advance(platform, tx, job.project_id, job.autopilot_run, reviveActor(job.actor));
}

const AFTER: Readonly<Record<AutopilotStage, AutopilotStage>> = {
  first: 'tune',
  tune: 'rest',
  rest: 'blend',
  blend: 'prepare',
  prepare: 'compare',
  compare: 'go-on',
  'go-on': 'done',
  done: 'done',
};

/** Ways of blending that get a place on the leaderboard. */
const BLENDS = 3;

interface Moment {
  readonly platform: Platform;
  readonly tx: Tx;
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly run: AutopilotRunRow;
  readonly actor: Actor;
  readonly state: RunState;
}

/** Begins the next stage that has something to do. The caller holds the project; nothing of the stage is still open. */
async function advance(platform: Platform, tx: Tx, projectId: string, number: number, actor: Actor): Promise<void> {
  const project = await lockProject(tx, projectId);
  const run = await autopilotStore(tx).byNumber(projectId, number);
  if (project?.plan === null || project === undefined || run === undefined) return;
  const state = await runState(tx, project, number);
  for (let stage: AutopilotStage = run.stage; stage !== 'done'; ) {
    stage = AFTER[stage];
    await autopilotStore(tx).move(projectId, number, stage, platform.now());
    if (stage === 'done' || stage === 'first') return;
    if ((await begin[stage]({ platform, tx, project, plan: project.plan, run, actor, state })) > 0) return;
  }
}

const jobOf = ({ project, run, actor }: Moment) => ({ project, actor, autopilotRun: run.number });

/** Each answers how many jobs it added. */
const begin: Readonly<Record<Exclude<AutopilotStage, 'first' | 'done'>, (moment: Moment) => Promise<number>>> = {
  async tune(moment) {
    const { platform, tx, project, plan, run, state } = moment;
    if (run.mode !== 'comprehensive' || plan.kind !== 'series') return 0;
    const variants = variantsOf(state.recipes as ForecastBlueprint[], state.models);
    const known = await blueprintStore(tx).list(project.id);
    const rows = variants.map((recipe, i) => toBlueprintRow(project.id, recipe, known.length + i, []));
    await blueprintStore(tx).insert(rows);
    for (const blueprint of rows) {
      const model = await addModel(platform, tx, project, blueprint, state.list);
      const input = { modelId: model.id, parts: partNames(plan).judged.slice(0, 1) };
      await enqueueStep(platform, tx, trainModel, input, {
        ...jobOf(moment),
        modelId: model.id,
        blueprintId: blueprint.id,
      });
    }
    return rows.length;
  },
  async rest(moment) {
    const { platform, tx, project, plan, state } = moment;
    const { judged, holdout } = partNames(plan);
    const parts = [...judged.slice(1), ...(holdout ? ['holdout'] : [])];
    if (parts.length === 0) return 0;
    const kept =
      plan.kind === 'series'
        ? keptSeries(state.recipes as ForecastBlueprint[], state.models)
        : keptRows(state.models, lowerIsBetter(project.metric));
    for (const modelId of kept) {
      const blueprintId = state.blueprintOf.get(modelId) ?? '';
      await enqueueStep(platform, tx, trainModel, { modelId, parts }, { ...jobOf(moment), modelId, blueprintId });
    }
    return kept.length;
  },
  async blend(moment) {
    const { platform, tx, run, state } = moment;
    const memberIds = state.complete;
    if (!run.settings.blendBestModels || memberIds.length < 2) return 0;
    await enqueueStep(platform, tx, blendModels, { memberIds, most: BLENDS }, jobOf(moment));
    return 1;
  },
  async prepare(moment) {
    const { platform, tx, project, run, state } = moment;
    const { considerBlendersInRecommendation, prepareModelForDeployment } = run.settings;
    const candidates = considerBlendersInRecommendation ? [...state.models, ...state.blends] : state.models;
    const winner = winnerOf(candidates, lowerIsBetter(project.metric));
    if (winner === undefined) return 0;
    const models = modelStore(tx);
    await models.recommend(project.id, 'Most Accurate', winner, platform.now());
    if (!prepareModelForDeployment) {
      await models.recommend(project.id, 'Recommended for Deployment', winner, platform.now());
      return 0;
    }
    const input = { modelId: winner, recommend: 'Recommended for Deployment' };
    await enqueueStep(platform, tx, prepareModel, input, { ...jobOf(moment), modelId: winner });
    return 1;
  },
  compare: compareOnChunks,
  'go-on': goOnWithBest,
};
