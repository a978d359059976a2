import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { championRecipe, getRecommended, projectStatus, trainBlueprint } from '#projects';
import { anyDeployment, deploymentStore } from '../records/deployment.store.ts';
import { packageLeaderboardModel } from '../registry/register-model.ts';
import { requireDeployable } from '../registry/registry.kind.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import { policyStore, runStore } from './retraining.store.ts';
import type { RunRow, RunStage } from './retraining.tables.ts';
import { actorOf, contextOf } from './retraining-settings.ts';
import { ensureProject, finishRun, prepareProject, type RunContext } from './run-stages.ts';

const Input = z.strictObject({ runId: z.string() });
const LEASE_SECONDS = 60;
const POLL_MS = 500;
/** A run takes hours; a place for short work is held for moments, and the schedule comes back every minute. */
const HOLD_MS = 20_000;

/** Moves a run of a policy on as far as it goes now. */
export const advanceJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.retraining',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 3,
  async run(platform, { runId }, run) {
    const { organizationId } = run.actor;
    const runs = runStore(platform.db.queries);
    const held = await runs.claim(organizationId, runId, LEASE_SECONDS);
    if (held === undefined) {
      const known = await runs.byId(organizationId, runId);
      if (known === undefined || known.finished_at !== null) await stopLooking(runId);
      return undefined;
    }
    const until = performance.now() + HOLD_MS;
    try {
      while (await advance(platform, held, run)) {
        if (performance.now() > until) return undefined;
        await runs.renew(organizationId, runId, LEASE_SECONDS);
        await pause(POLL_MS, undefined, { signal: run.signal });
      }
      await stopLooking(runId);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      const ended = { status: 'error' as const, error: error.message, finished_at: platform.now() };
      await runs.change(organizationId, runId, ended);
      await stopLooking(runId);
    } finally {
      await runs.release(organizationId, runId);
    }
    return undefined;

    function stopLooking(id: string) {
      return platform.db.transaction((tx) => unscheduleWork(tx, advanceJob, id));
    }
  },
};

type Change = Parameters<ReturnType<typeof runStore>['change']>[2];

/** What each stage does: answers what is known after it, or null while it must wait. Each may be done twice. */
const STAGES: Readonly<Record<RunStage, (moment: RunContext) => Promise<Change | null>>> = {
  create: async (moment) => ({
    stage: 'prepare',
    status: 'creating_project',
    project_id: await ensureProject(moment),
  }),
  prepare: async (moment) => ((await prepareProject(moment)) ? { stage: 'train', status: 'running_autopilot' } : null),
  train: async (moment) => {
    const modelId = await trainedModel(moment);
    return modelId === null ? null : { stage: 'register', status: 'registering_model', model_id: modelId };
  },
  register: async (moment) => {
    const { ctx, run } = moment;
    if (run.package_id === null) return { package_id: await registerModel(moment) };
    const [made] = await deploymentStore(ctx.db.queries).packages(run.organization_id, [run.package_id]);
    if (made === undefined || made.build_status === 'inProgress') return null;
    requireDeployable(made);
    return { stage: 'finish', status: 'finishing' };
  },
  finish: async (moment) => ({
    ...(await finishRun(moment)),
    status: 'complete',
    finished_at: moment.ctx.now(),
  }),
};

/** One step on. True while there is more to do; waiting is more to do. */
async function advance(platform: Platform, held: RunRow, job: JobRun): Promise<boolean> {
  const runs = runStore(platform.db.queries);
  const run = await runs.byId(held.organization_id, held.id);
  if (run === undefined || run.finished_at !== null) return false;
  const moment = await momentOf(platform, run, job);
  if (moment === undefined) {
    const gone = { status: 'cancelled' as const, error: 'The deployment or the policy is gone.' };
    await runs.change(run.organization_id, run.id, { ...gone, finished_at: platform.now() });
    return false;
  }
  const change = await STAGES[run.stage](moment);
  if (change !== null) await runs.change(run.organization_id, run.id, change);
  return change?.finished_at === undefined;
}

async function momentOf(platform: Platform, run: RunRow, job: JobRun): Promise<RunContext | undefined> {
  const { queries } = platform.db;
  const policy = await policyStore(queries).byId(run.organization_id, run.policy_id);
  const deployment = await anyDeployment(queries, run.deployment_id);
  if (policy === undefined || deployment === undefined) return undefined;
  const [champion] = await deploymentStore(queries).packages(run.organization_id, [deployment.package_id]);
  const actor = await actorOf(platform, deployment, policy);
  if (champion === undefined || actor === undefined) return undefined;
  const recipe = await championRecipe(queries, run.organization_id, champion.project_id, champion.model_id);
  return { ctx: contextOf(platform, actor, job.jobId), run, policy, deployment, champion, recipe };
}

async function trainedModel({ ctx, run, policy, recipe }: RunContext): Promise<string | null> {
  const projectId = run.project_id ?? '';
  const { stage, autopilotDone } = await projectStatus(ctx, projectId);
  // An aim that failed goes back to where a target is chosen.
  if (stage === 'aim') refuse(RetrainingProblems.projectStuck, projectId, stage);
  if (stage !== 'modeling') return null;
  if (policy.definition.modelSelectionStrategy !== 'autopilot_recommended') {
    return trainBlueprint(ctx, projectId, recipe.blueprint ?? refuse(RetrainingProblems.noRecipe));
  }
  return autopilotDone ? (await getRecommended(ctx, projectId)).modelId : null;
}

/** A version beside the champion's, where that registered model is the caller's to add to. */
async function registerModel({ ctx, run, policy, champion }: RunContext): Promise<string> {
  const options = { modelId: run.model_id ?? '', description: `Made by retraining policy ${policy.name}` };
  const beside = { ...options, registeredModelId: champion.registered_model_id };
  const made = await packageLeaderboardModel(ctx, beside).catch(() => packageLeaderboardModel(ctx, options));
  return made.id;
}
