import type { z } from 'zod';
import { activeUser, requireRole } from '#accounts';
import { datasetName, datasetResource, requireCredential } from '#data';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { linksOf } from '#platform/http/origin.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import { findUsernames } from '../people.store.ts';
import { chooseEnvironment } from '../records/create-deployment.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { getDeploymentOrThrow } from '../records/get-deployment.ts';
import { withoutNulls } from '../without-nulls.ts';
import type { RetrainingSettings, RetrainingSettingsChange } from './policy.schema.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import type { PolicyRow } from './retraining.tables.ts';

interface Saved {
  readonly datasetId?: string;
  readonly predictionEnvironmentId?: string;
  readonly retrainingUserId?: string;
}

export const savedSettings = ({ retraining_settings: kept }: Pick<DeploymentRow, 'retraining_settings'>): Saved => kept;

/** The names of the settings; null for what was deleted. */
export async function getRetrainingSettings(ctx: Ctx, id: string): Promise<z.infer<typeof RetrainingSettings>> {
  const { datasetId, predictionEnvironmentId, retrainingUserId } = savedSettings(
    await getDeploymentOrThrow(ctx, id, 'read'),
  );
  const { organizationId } = ctx.actor;
  const { queries } = ctx.db;
  const dataset = datasetId && (await datasetName(queries, organizationId, datasetId));
  const [place] = await deploymentStore(queries).environments(organizationId, [predictionEnvironmentId ?? '']);
  const username = (await findUsernames(queries, [retrainingUserId ?? null])).get(retrainingUserId ?? '');
  return {
    dataset: datasetId && dataset ? { id: datasetId, name: dataset } : null,
    predictionEnvironment: place ? { id: place.id, name: place.name } : null,
    retrainingUser: retrainingUserId && username ? { id: retrainingUserId, username } : null,
  };
}

/** Runs have the rights of this user: only an administrator may choose another one. */
function requireRunner({ actor }: Ctx, userId: string, saved: Saved): void {
  const allowed = actor.role === 'admin' || userId === actor.userId || userId === saved.retrainingUserId;
  if (!allowed) refuse(RetrainingProblems.notTheirs, userId);
}

/** Null takes a choice away; what is left out stays. */
export async function changeRetrainingSettings(
  ctx: Ctx,
  id: string,
  change: z.output<typeof RetrainingSettingsChange>,
): Promise<Reply> {
  const { retraining_settings: before } = await getDeploymentOrThrow(ctx, id, 'write');
  const { datasetId, predictionEnvironmentId, retrainingUserId } = change;
  const { organizationId } = ctx.actor;
  if (datasetId) await requireRole(ctx, datasetResource(datasetId), 'use');
  await requireCredential(ctx, change.credentialId);
  if (predictionEnvironmentId) await chooseEnvironment(ctx, 'dedicated', predictionEnvironmentId);
  if (retrainingUserId && (await activeUser(ctx.db.queries, organizationId, retrainingUserId)) === undefined)
    refuse(RetrainingProblems.noSuchUser, retrainingUserId);
  if (retrainingUserId) requireRunner(ctx, retrainingUserId, savedSettings({ retraining_settings: before }));
  await ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    const { credentialId: _, ...said } = change;
    const after = withoutNulls({ ...row.retraining_settings, ...said });
    await store.change(organizationId, id, { retraining_settings: JSON.stringify(after), updated_at: ctx.now() });
  });
  return noContent();
}

/** The user a policy runs as: the retraining user of the deployment, else the creator of the policy. */
export async function actorOf(
  { db }: Pick<Platform, 'db'>,
  deployment: DeploymentRow,
  policy: PolicyRow,
): Promise<Actor | undefined> {
  const id = savedSettings(deployment).retrainingUserId ?? policy.created_by;
  return activeUser(db.queries, policy.organization_id, id);
}

/** The context of a run. Links in replies are not used. */
export const contextOf = (platform: Platform, actor: Actor, jobId: string): Ctx => ({
  ...platform,
  actor,
  links: linksOf(platform.config.publicUrl ?? ''),
  requestId: jobId,
  address: '',
});
