import { activeUser } from '#accounts';
import { type BatchEnded, watchedDeployment } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { channelStore } from './channel.store.ts';
import { deliveryStore } from './delivery.store.ts';
import { BATCH_ENDED, labelOf } from './events.rules.ts';
import { notify } from './notify.ts';
import { policyStore } from './policy.store.ts';
import { toldOf } from './seen-lamp.store.ts';

/** Tells those who wait for it how a batch job ended. May be called twice for one job: it is told once. */
export async function tellOfBatch(platform: Platform, ended: BatchEnded): Promise<void> {
  const { organizationId, deploymentId, batchJobId, outcome, reason } = ended;
  const deployment = await watchedDeployment(platform, deploymentId);
  if (deployment?.organization_id !== organizationId) return;
  const type = BATCH_ENDED[outcome];
  const message = `${deployment.label}: ${labelOf(type)}. ${reason}`;
  await platform.db.transaction(async (tx) => {
    // Held, so that whoever is told twice at the same moment finds the other's note.
    await toldOf(tx, organizationId, deploymentId);
    const policies = await policyStore(tx).of(organizationId, deploymentId);
    const channels = await channelStore(tx).of(organizationId, deploymentId);
    const told = await deliveryStore(tx).policiesTold(organizationId, deploymentId, type, batchJobId);
    for (const policy of policies) {
      const actor = told.has(policy.id) ? undefined : await activeUser(tx, organizationId, policy.created_by);
      if (actor === undefined) continue;
      const news = { type, message, details: { batchJobId, reason } };
      await notify(platform, tx, deployment, { policies: [policy], channels, actor }, news);
    }
  });
}
