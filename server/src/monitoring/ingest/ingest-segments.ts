import { setImmediate as nextTurn } from 'node:timers/promises';
import { dropSegment, RequestsToKeep, readSegment, type Segment, segmentAbsorbed, waitingSegments } from '#deployments';
import { NoSuchBlob } from '#platform/blobs/blobs.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { ACTUALS_AT_ONCE, takeIn } from '../actuals/match-actuals.ts';
import { keepTracked } from '../actuals/tracked-predictions.ts';
import { RowsToKeep } from '../predictions/collect-rows.ts';
import { addProfile, takeTurn } from '../profiles/profile.store.ts';
import { addBatchPart, openBatchIds } from '../scope/batch.store.ts';
import { addService } from '../service/service.store.ts';
import { Harvest } from './aggregate.ts';
import { countDooms, goneOf } from './deletion.store.ts';
import { watchedOnes } from './monitored-models.ts';

const AT_ONCE = 20;
/** A segment that failed so often is set aside: those behind it have waited long enough. */
const PATIENCE = 5;
const TURN_MS = 20;

/** Learns from all segments of an organization that wait. May run twice, and beside itself: a segment counts once. */
export async function absorbSegments(
  platform: Platform,
  organizationId: string,
  { signal, attempt = 1 }: { readonly signal?: AbortSignal; readonly attempt?: number } = {},
): Promise<void> {
  for (;;) {
    const segments = await waitingSegments(platform.db.queries, organizationId, AT_ONCE);
    if (segments.length === 0) return;
    for (const segment of segments) {
      signal?.throwIfAborted();
      await absorbed(platform, segment).catch((error) => setAside(platform, segment, attempt, error));
    }
  }
}

/** Begins again when something was deleted meanwhile: it must not come back with what was read before. */
async function absorbed(platform: Platform, segment: Segment): Promise<void> {
  for (;;) {
    try {
      await absorb(platform, segment);
      return;
    } catch (error) {
      if (!(error instanceof DeletedMeanwhile)) throw error;
    }
  }
}

async function absorb(platform: Platform, segment: Segment): Promise<void> {
  const watchedOf = watchedOnes(platform);
  const harvest = new Harvest();
  const requests = new RequestsToKeep();
  const rows = new RowsToKeep();
  let turn = performance.now();
  for (const record of await readSegment(platform, segment)) {
    const watched = await watchedOf(record);
    if (watched !== null) {
      const isGone = goneOf(watched.dooms, record, segment.writtenAt);
      harvest.take(record, watched, isGone);
      requests.take(record, watched.deployment);
      if (!isGone(record.at)) rows.take(record, watched.deployment);
    }
    if (performance.now() - turn < TURN_MS) continue;
    // Others of this process must get their turn: leases are renewed between records.
    await nextTurn();
    turn = performance.now();
  }
  await requests.write(platform, segment);
  await rows.write(platform, segment);
  await platform.db.transaction(async (tx) => {
    if (!(await segmentAbsorbed(tx, segment, platform.now()))) return;
    await keepHarvest(platform, tx, segment.organizationId, harvest);
    await requests.save(tx);
    await rows.save(platform, tx, segment.organizationId);
  });
  await dropSegment(platform, segment);
}

async function setAside(platform: Platform, segment: Segment, attempt: number, error: unknown): Promise<void> {
  // Somebody else was faster, and has already dropped it.
  if (attempt < PATIENCE && !(error instanceof NoSuchBlob)) throw error;
  const isLost = await platform.db.transaction((tx) => segmentAbsorbed(tx, segment, platform.now()));
  if (!isLost) return;
  platform.log.error({ err: error, segment: segment.id }, 'Recorded predictions cannot be read; they are not counted');
}

/** Adds what was learned to what was known. Absorbers of the same deployment take turns, always in the same order. */
async function keepHarvest(
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
class DeletedMeanwhile extends Error {}

const total = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);
