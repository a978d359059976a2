import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { newRow } from '#platform/new-row.ts';
import { type ChampionRecipe, copyAim, createProject, listProjects } from '#projects';
import { ChallengerProblems } from '../challengers/challenger.problems.ts';
import { challengerStore, MOST_CHALLENGERS } from '../challengers/challenger.store.ts';
import type { DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import { nativeEnvironment } from '../environments/environment.kind.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { setChampion } from '../records/launch.job.ts';
import { candidateOf, replacementChecks, verdict } from '../records/replacement.rules.ts';
import { aimOfManifest, retrainingAim } from './champion-aim.rules.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import type { PolicyRow, RunRow } from './retraining.tables.ts';
import { savedSettings } from './retraining-settings.ts';

const REASONS: Readonly<Record<string, string>> = {
  schedule: 'SCHEDULED_REFRESH',
  data_drift: 'DATA_DRIFT',
  accuracy: 'ACCURACY',
};

/** What the policy is for: a version to look at, a challenger, or a new champion. */
export async function finishRun(moment: RunContext): Promise<{ readonly challenger_id?: string }> {
  const { ctx, run, policy } = moment;
  const [made] = await deploymentStore(ctx.db.queries).packages(run.organization_id, [run.package_id ?? '']);
  if (made === undefined || policy.definition.action === 'create_model_package') return {};
  requireFit(moment, made);
  if (policy.definition.action === 'model_replacement') {
    await replace(moment, made);
    return {};
  }
  return { challenger_id: await challenge(moment, made) };
}

function requireFit({ champion, deployment }: RunContext, made: ModelPackageRow): void {
  // Done already when the process died between the deed and the note.
  if (champion.id === made.id) return;
  const said = verdict(replacementChecks(candidateOf(champion), candidateOf(made), deployment));
  if (said.status === 'failing') refuse(RetrainingProblems.doesNotFit, said.message);
}

async function replace({ ctx, run, deployment }: RunContext, made: ModelPackageRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await deploymentStore(tx).lock(run.organization_id, deployment.id);
    if (row === undefined || row.package_id === made.id) return;
    const reason = REASONS[run.triggered_by] ?? 'OTHER';
    await setChampion(tx, row, { next: made, reason, by: ctx.actor.userId, at: ctx.now() });
  });
}

async function challenge({ ctx, run, policy, deployment }: RunContext, made: ModelPackageRow): Promise<string> {
  const chosen = savedSettings(deployment).predictionEnvironmentId;
  const place = chosen ?? (await nativeEnvironment(ctx, run.organization_id)).id;
  return ctx.db.transaction(async (tx) => {
    const store = challengerStore(tx);
    await deploymentStore(tx).lock(run.organization_id, deployment.id);
    const others = await store.list(run.organization_id, deployment.id);
    const known = others.find(({ package_id }) => package_id === made.id);
    if (known !== undefined) return known.id;
    if (others.length >= MOST_CHALLENGERS) refuse(ChallengerProblems.tooMany, MOST_CHALLENGERS);
    const row = newRow(ctx);
    const name = `${policy.name.slice(0, 400)} ${row.created_at.toISOString().slice(0, 10)}`;
    await store.insert({ ...row, deployment_id: deployment.id, package_id: made.id, environment_id: place, name });
    return row.id;
  });
}

const NO_FORM = { fields: {}, files: [] };

/** A project that bears the run's id: made once, also when the process died before that was noted. */
export async function ensureProject({ ctx, run, deployment, policy }: RunContext): Promise<string> {
  const [known] = await listProjects(ctx, { offset: 0, limit: 1, projectName: `(${run.id})` });
  if (known !== undefined) return known.id;
  const { datasetId } = savedSettings(deployment);
  if (datasetId === undefined) return refuse(RetrainingProblems.noDataset, deployment.id);
  const { useCaseId } = policy.definition;
  const projectName = `${deployment.label.slice(0, 200)}: ${policy.name.slice(0, 200)} (${run.id})`;
  const reply = await createProject(ctx, { projectName, datasetId, ...(useCaseId ? { useCaseId } : {}) }, NO_FORM);
  return (reply.body as { readonly pid: string }).pid;
}

/** From fresh data to a target that was set as the champion's was. True once it was. */
export async function prepareProject({ ctx, run, policy, champion, recipe }: RunContext): Promise<boolean> {
  const { bundle } = champion;
  const before = recipe.aim ?? (bundle === null ? refuse(RetrainingProblems.noRecipe) : aimOfManifest(bundle));
  const aim = retrainingAim(before, policy.definition);
  // Models of time series learn from what is derived of all columns.
  const same = policy.definition.featureListStrategy === 'same_as_champion' && bundle?.plan.kind === 'table';
  const learned = same ? bundle.columns.filter(({ needed }) => needed).map(({ name }) => name) : [];
  const target = aim.target === undefined ? [] : [aim.target];
  const features = learned.length > 0 ? [...learned, ...target] : undefined;
  return copyAim(ctx, run.project_id ?? '', { aim, ...(features ? { features } : {}) });
}

export interface RunContext {
  readonly ctx: Ctx;
  readonly run: RunRow;
  readonly policy: PolicyRow;
  readonly deployment: DeploymentRow;
  readonly champion: ModelPackageRow;
  readonly recipe: ChampionRecipe;
}
