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
  channelStore,
  deleteNotifiedStates,
  deliveryStore,
  lockNotifiedStates,
  policyStore,
  storeNotifiedState,
} from './notification.store.ts';
import type { PolicyRow } from './notification.tables.ts';
import { type NotificationEvent, notify } from './notify.ts';

const KEPT_DAYS = 90;

interface Input {
  readonly organizationId: string;
  readonly deploymentId: string;
}

/** Looks at a deployment that somebody wants news of; comes back until nobody does. */
export const healthChangesJob: JobKind<Input> = {
  name: 'monitoring.notice-news',
  input: z.strictObject({ organizationId: z.string(), deploymentId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: 0,
  async run(platform, { organizationId, deploymentId }, { actor }) {
    const { db, now } = platform;
    const deployment = await findDeployment(platform, deploymentId);
    const policies = await policyStore(db.queries).of(organizationId, deploymentId);
    const isOurs = deployment?.organization_id === organizationId;
    if (!isOurs || !policies.some(({ active }) => active)) {
      await db.transaction(async (tx) => {
        // Held, and asked again: whoever makes a policy at this moment is either seen here or schedules anew after us.
        await lockNotifiedStates(tx, organizationId, deploymentId);
        const meanwhile = await policyStore(tx).of(organizationId, deploymentId);
        if (isOurs && meanwhile.some(({ active }) => active)) return;
        await unscheduleWork(tx, healthChangesJob, deploymentId);
        await deleteNotifiedStates(tx, organizationId, deploymentId);
      });
      return undefined;
    }
    await notifyChanges(platform, deployment, policies, actor);
    const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
    await deliveryStore(db.queries).forgetBefore(organizationId, deploymentId, before);
    return undefined;
  },
};

const MODEL = 'model';

/** From now on another model is news. */
export async function startNotifying(tx: Tx, deployment: DeploymentRow, at: Date): Promise<void> {
  const { organization_id: organizationId, id: deploymentId, package_id } = deployment;
  const told = await lockNotifiedStates(tx, organizationId, deploymentId);
  if (!told.has(MODEL)) await storeNotifiedState(tx, { organizationId, deploymentId }, MODEL, package_id, at);
}

/** What is new of a deployment since somebody was told last, with what is to be remembered of it. */
function changesOf(
  { label, package_id }: Pick<DeploymentRow, 'label' | 'package_id'>,
  health: DeploymentHealth,
  told: ReadonlyMap<string, string>,
): { readonly what: string; readonly status: string; readonly news: NotificationEvent | null }[] {
  const statuses = (Object.keys(HEALTH_CHECKS) as HealthCheck[]).flatMap((check) => {
    const { status, message } = health[check];
    const from = told.get(HEALTH_CHECKS[check]) ?? 'unknown';
    // The last known status is kept while it is unknown, and compared when it is known again.
    if (from === status || !isKnownColour(status)) return [];
    const type = transitionEvent(check, from, status);
    const details = { lamp: HEALTH_CHECKS[check], from, to: status, reason: message };
    const news = type === null ? null : { type, message: `${label}: ${labelOf(type)}. ${message}`, details };
    return [{ what: HEALTH_CHECKS[check], status, news }];
  });
  const before = told.get(MODEL);
  if (before === package_id) return statuses;
  const details = { from: before ?? '', to: package_id };
  const news =
    before === undefined ? null : { type: MODEL_REPLACED, message: `${label}: the model was replaced`, details };
  return [...statuses, { what: MODEL, status: package_id, news }];
}

/** Looks at a deployment and tells those who want to know what has changed; each change is told once. */
async function notifyChanges(
  platform: Platform,
  deployment: DeploymentRow,
  policies: readonly PolicyRow[],
  actor: Actor,
): Promise<void> {
  const { organization_id: organizationId, id: deploymentId } = deployment;
  const health = (await watch.healthOf(platform, [deploymentId])).get(deploymentId) ?? NO_HEALTH;
  const channels = await channelStore(platform.db.queries).of(organizationId, deploymentId);
  await platform.db.transaction(async (tx) => {
    const told = await lockNotifiedStates(tx, organizationId, deploymentId);
    for (const { what, status, news } of changesOf(deployment, health, told)) {
      await storeNotifiedState(tx, { organizationId, deploymentId }, what, status, platform.now());
      if (news) await notify(platform, tx, deployment, { policies, channels, actor }, news);
    }
  });
}
