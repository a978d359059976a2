import type { Tx } from '#platform/db/database.ts';
import { keepTracked } from '../actuals/keep-tracked.ts';
import { addBatchPart, openBatchIds } from '../batches/batch.store.ts';
import { addProfile } from '../profiles/profile.store.ts';
import { addService } from '../service/service.store.ts';
import type { Harvest } from './harvest.ts';
import { takeTurn } from './turn.store.ts';

/** Adds what was learned to what was known. Absorbers of the same deployment take turns, always in the same order. */
export async function keepHarvest(tx: Tx, organizationId: string, harvest: Harvest): Promise<void> {
  const { profiles, services, batches } = harvest;
  const keys = [...profiles.values()].map(({ key }) => key);
  const ids = new Set([...keys, ...services.values()].map(({ deploymentId }) => deploymentId));
  for (const id of [...ids].sort()) await takeTurn(tx, id);
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
}
