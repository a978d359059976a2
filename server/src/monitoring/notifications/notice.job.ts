import { z } from 'zod';
import { type DeploymentHealth, type DeploymentRow, findDeployment, NO_HEALTH } from '#deployments';
import type { JobKind, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { watch } from '../health/watch.ts';
import {
  HEALTH_CHECKS,
  type HealthCheck,
  isKnownColour,
  labelOf,
  MODEL_REPLACED,
  transitionEvent,
} from './events.rules.ts';
import {
  deleteDeliveriesBefore,
  deleteNotifiedStates,
  listChannelRows,
  listPolicyRows,
  lockNotifiedStates,
  storeNotifiedState,
} from './notification.store.ts';
import type { PolicyRow } from './notification.tables.ts';
import { type NotificationEvent, notify } from './notify.ts';

const RETENTION_DAYS = 90;

/** Checks a deployment that has policies, until it has no active one left. */
export const healthChangesJob: JobKind<{ organizationId: string; deploymentId: string }> = {
  name: 'monitoring.notice-news',
  input: z.strictObject({ organizationId: z.string(), deploymentId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: 0,
  async run(platform, { organizationId, deploymentId }, { actor }) {
    const { db, now } = platform;
    const deployment = await findDeployment(platform, deploymentId);
    const key = { organization_id: organizationId, deployment_id: deploymentId };
    const policies = await listPolicyRows(db.queries, key);
    const isOurs = deployment?.organization_id === organizationId;
    if (!isOurs || !policies.some(({ active }) => active)) {
      await db.transaction(async (tx) => {
        // Locked, and read again: a policy that is created meanwhile is either seen here or schedules anew after us.
        await lockNotifiedStates(tx, key);
        const meanwhile = await listPolicyRows(tx, key);
        if (isOurs && meanwhile.some(({ active }) => active)) return;
        await unscheduleWork(tx, healthChangesJob, deploymentId);
        await deleteNotifiedStates(tx, key);
      });
      return undefined;
    }
    await notifyChanges(platform, deployment, policies, actor);
    const before = new Date(now().getTime() - RETENTION_DAYS * 86_400_000);
    await deleteDeliveriesBefore(db.queries, key, before);
    return undefined;
  },
};

const MODEL = 'model';

/** From now on a replaced model is notified. */
export async function startNotifying(tx: Tx, deployment: DeploymentRow, at: Date): Promise<void> {
  const key = { organization_id: deployment.organization_id, deployment_id: deployment.id };
  const notified = await lockNotifiedStates(tx, key);
  if (!notified.has(MODEL)) await storeNotifiedState(tx, key, MODEL, deployment.package_id, at);
}

/** Statuses that differ from the notified ones, with their events. */
function changesOf(
  { label, package_id }: Pick<DeploymentRow, 'label' | 'package_id'>,
  health: DeploymentHealth,
  notified: ReadonlyMap<string, string>,
): { readonly what: string; readonly status: string; readonly news: NotificationEvent | null }[] {
  const statuses = (Object.keys(HEALTH_CHECKS) as HealthCheck[]).flatMap((check) => {
    const { status, message } = health[check];
    const from = notified.get(HEALTH_CHECKS[check]) ?? 'unknown';
    // The last known status stands while it is unknown, and is compared once it is known again.
    if (from === status || !isKnownColour(status)) return [];
    const type = transitionEvent(check, from, status);
    const details = { lamp: HEALTH_CHECKS[check], from, to: status, reason: message };
    const news = type === null ? null : { type, message: `${label}: ${labelOf(type)}. ${message}`, details };
    return [{ what: HEALTH_CHECKS[check], status, news }];
  });
  const before = notified.get(MODEL);
  if (before === package_id) return statuses;
  const details = { from: before ?? '', to: package_id };
  const news =
    before === undefined ? null : { type: MODEL_REPLACED, message: `${label}: the model was replaced`, details };
  return [...statuses, { what: MODEL, status: package_id, news }];
}

/** Evaluates the health of a deployment and notifies of each change once. */
async function notifyChanges(
  platform: Platform,
  deployment: DeploymentRow,
  policies: readonly PolicyRow[],
  actor: Actor,
): Promise<void> {
  const key = { organization_id: deployment.organization_id, deployment_id: deployment.id };
  const health = (await watch.healthOf(platform, [deployment.id])).get(deployment.id) ?? NO_HEALTH;
  const channels = await listChannelRows(platform.db.queries, key);
  await platform.db.transaction(async (tx) => {
    const notified = await lockNotifiedStates(tx, key);
    for (const { what, status, news } of changesOf(deployment, health, notified)) {
      await storeNotifiedState(tx, key, what, status, platform.now());
      if (news) await notify(platform, tx, deployment, { policies, channels, actor }, news);
    }
  });
}
