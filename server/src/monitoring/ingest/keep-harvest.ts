import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { keepTracked } from '../actuals/keep-tracked.ts';
import { ACTUALS_AT_ONCE, takeIn } from '../actuals/match-actuals.ts';
import { addProfile } from '../profiles/profile.store.ts';
import { takeTurn } from '../profiles/turn.store.ts';
import { addBatchPart, openBatchIds } from '../scope/batch.store.ts';
import { addService } from '../service/service.store.ts';
import type { Harvest } from './aggregate.ts';
import { countDooms } from './doom.store.ts';

/** Adds what was learned to what was known. Absorbers of the same deployment take turns, always in the same order. */
export async function keepHarvest(
  platform: Pick<Platform, 'db' | 'now'>,
  tx: Tx,
  organizationId: string,
  harvest: Harvest,
): Promise<void> {
  const { profiles, services, batches } = harvest;
  const keys = [...profiles.values()].map(({ key }) => key);
  const ids = new Set([...keys, ...services.values()].map(({ deploymentId }) => deploymentId));
  for (const deploymentId of harvest.dooms.keys()) ids.add(deploymentId);
  for (const id of [...ids].sort()) await takeTurn(tx, id);
  if ((await countDooms(tx, organizationId, [...harvest.dooms.keys()])) !== total(harvest.dooms.values())) {
    throw new DeletedMeanwhile();
  }
  // A batch that was deleted in the meantime takes what belonged to it along.
  const open = await openBatchIds(
    tx,
    organizationId,
    [...batches.values()].map(({ batchId }) => batchId),
  );
  const isKept = (batchId: string) => batchId === '' || open.has(batchId);
  for (const { key, watched, part } of profiles.values()) {
    if (isKept(key.batchId)) await addProfile(tx, part.finish(organizationId, watched.model.model_id, key));
  }
  for (const service of services.values()) if (isKept(service.batchId)) await addService(tx, service);
  for (const batch of batches.values()) if (isKept(batch.batchId)) await addBatchPart(tx, batch);
  await keepTracked(tx, harvest.tracked, isKept);
  // After the predictions of the same segment, which they may be about.
  for (const [deploymentId, actuals] of harvest.actuals) {
    const to = { organizationId, deploymentId, keepUnmatched: false, isAutomatic: true };
    const all = [...actuals.values()];
    for (let from = 0; from < all.length; from += ACTUALS_AT_ONCE) {
      await takeIn(platform, tx, to, all.slice(from, from + ACTUALS_AT_ONCE));
    }
  }
}

/** Something was deleted after the records were read. */
export class DeletedMeanwhile extends Error {}

const total = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);
