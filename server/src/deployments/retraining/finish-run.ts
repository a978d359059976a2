import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { ChallengerProblems } from '../challengers/challenger.problems.ts';
import { challengerStore, MOST_CHALLENGERS } from '../challengers/challenger.store.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { nativeEnvironment } from '../environments/environment.kind.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { putChampion } from '../records/launch.job.ts';
import { candidateOf, replacementChecks, verdict } from '../records/replacement.rules.ts';
import type { Moment } from './advance-run.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import { savedSettings } from './retraining-settings.ts';

const REASONS: Readonly<Record<string, string>> = {
  schedule: 'SCHEDULED_REFRESH',
  data_drift: 'DATA_DRIFT',
  accuracy: 'ACCURACY',
};

/** What the policy is for: a version to look at, a challenger, or a new champion. */
export async function finishRun(moment: Moment): Promise<{ readonly challenger_id?: string }> {
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

function requireFit({ champion, deployment }: Moment, made: ModelPackageRow): void {
  // Done already when the process died between the deed and the note.
  if (champion.id === made.id) return;
  const said = verdict(replacementChecks(candidateOf(champion), candidateOf(made), deployment));
  if (said.status === 'failing') refuse(RetrainingProblems.doesNotFit, said.message);
}

async function replace({ ctx, run, deployment }: Moment, made: ModelPackageRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await deploymentStore(tx).lock(run.organization_id, deployment.id);
    if (row === undefined || row.package_id === made.id) return;
    const reason = REASONS[run.triggered_by] ?? 'OTHER';
    await putChampion(tx, row, { next: made, reason, by: ctx.actor.userId, at: ctx.now() });
  });
}

async function challenge({ ctx, run, policy, deployment }: Moment, made: ModelPackageRow): Promise<string> {
  const chosen = savedSettings(deployment).predictionEnvironmentId;
  const place = chosen ?? (await nativeEnvironment(ctx, run.organization_id)).id;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const store = challengerStore(tx);
    await deploymentStore(tx).lock(run.organization_id, deployment.id);
    const others = await store.list(run.organization_id, deployment.id);
    const known = others.find(({ package_id }) => package_id === made.id);
    if (known !== undefined) return known.id;
    if (others.length >= MOST_CHALLENGERS) refuse(ChallengerProblems.tooMany, MOST_CHALLENGERS);
    const id = newId(now);
    await store.insert({
      id,
      organization_id: run.organization_id,
      deployment_id: deployment.id,
      package_id: made.id,
      environment_id: place,
      name: `${policy.name.slice(0, 400)} ${now.toISOString().slice(0, 10)}`,
      created_by: ctx.actor.userId,
      created_at: now,
    });
    return id;
  });
}
