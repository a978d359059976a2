import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type ChampionRecipe, championRecipe, getRecommended, projectStatus, trainBlueprint } from '#projects';
import type { DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import { anyDeployment, deploymentStore } from '../records/deployment.store.ts';
import { packageLeaderboardModel } from '../registry/register-model.ts';
import { requireDeployable } from '../registry/registry.kind.ts';
import { finishRun } from './finish-run.ts';
import { policyStore } from './policy.store.ts';
import { createdProject, prepareProject } from './prepare-project.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import type { PolicyRow, RunRow, RunStage } from './retraining.tables.ts';
import { runStore } from './run.store.ts';
import { contextOf, personBehind } from './run-context.ts';

export interface Moment {
  readonly ctx: Ctx;
  readonly run: RunRow;
  readonly policy: PolicyRow;
  readonly deployment: DeploymentRow;
  readonly champion: ModelPackageRow;
  readonly recipe: ChampionRecipe;
}

type Change = Parameters<ReturnType<typeof runStore>['change']>[2];

/** What each stage does: answers what is known after it, or null while it must wait. Each may be done twice. */
const STAGES: Readonly<Record<RunStage, (moment: Moment) => Promise<Change | null>>> = {
  create: async (moment) => ({
    stage: 'prepare',
    status: 'creating_project',
    project_id: await createdProject(moment),
  }),
  prepare: async (moment) => ((await prepareProject(moment)) ? { stage: 'train', status: 'running_autopilot' } : null),
  train: async (moment) => {
    const modelId = await trained(moment);
    return modelId === null ? null : { stage: 'register', status: 'registering_model', model_id: modelId };
  },
  register: async (moment) => {
    const { ctx, run } = moment;
    if (run.package_id === null) return { package_id: await registered(moment) };
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
export async function advance(platform: Platform, held: RunRow, job: JobRun): Promise<boolean> {
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

async function momentOf(platform: Platform, run: RunRow, job: JobRun): Promise<Moment | undefined> {
  const { queries } = platform.db;
  const policy = await policyStore(queries).byId(run.organization_id, run.policy_id);
  const deployment = await anyDeployment(queries, run.deployment_id);
  if (policy === undefined || deployment === undefined) return undefined;
  const [champion] = await deploymentStore(queries).packages(run.organization_id, [deployment.package_id]);
  const actor = await personBehind(platform, deployment, policy);
  if (champion === undefined || actor === undefined) return undefined;
  const recipe = await championRecipe(queries, run.organization_id, champion.project_id, champion.model_id);
  return { ctx: contextOf(platform, actor, job.jobId), run, policy, deployment, champion, recipe };
}

async function trained({ ctx, run, policy, recipe }: Moment): Promise<string | null> {
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
async function registered({ ctx, run, policy, champion }: Moment): Promise<string> {
  const wishes = { modelId: run.model_id ?? '', description: `Made by retraining policy ${policy.name}` };
  const beside = { ...wishes, registeredModelId: champion.registered_model_id };
  const made = await packageLeaderboardModel(ctx, beside).catch(() => packageLeaderboardModel(ctx, wishes));
  return made.id;
}
