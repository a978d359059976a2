import { activeUser } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { linksOf } from '#platform/http/origin.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import type { PolicyRow } from './retraining.tables.ts';
import { savedSettings } from './retraining-settings.ts';

/** In whose name a policy works: the retraining user of the deployment, else whoever wrote the policy. */
export async function personBehind(
  { db }: Pick<Platform, 'db'>,
  deployment: DeploymentRow,
  policy: PolicyRow,
): Promise<Actor | undefined> {
  const id = savedSettings(deployment).retrainingUserId ?? policy.created_by;
  return activeUser(db.queries, policy.organization_id, id);
}

/** Verbs as that person would call them; nobody reads addresses in their answers. */
export const contextOf = (platform: Platform, actor: Actor, jobId: string): Ctx => ({
  ...platform,
  actor,
  links: linksOf(platform.config.publicUrl ?? ''),
  requestId: jobId,
  address: '',
});
