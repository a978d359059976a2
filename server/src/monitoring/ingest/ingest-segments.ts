import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  deleteSegment,
  listPendingSegments,
  markSegmentIngested,
  RequestsToStore,
  readSegment,
  type Segment,
} from '#deployments';
import { NoSuchBlob } from '#platform/blobs/blobs.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { ACTUALS_CHUNK, matchActuals } from '../actuals/match-actuals.ts';
import { storeTracked } from '../actuals/tracked-predictions.ts';
import { RowCollector } from '../predictions/collect-rows.ts';
import { addProfile, lockDeployment } from '../profiles/profile.store.ts';
import { addBatchPart, openBatchIds } from '../scope/batch.store.ts';
import { addService } from '../service/service.store.ts';
import { SegmentAggregate } from './aggregate.ts';
import { countTombstones, deletionCheck } from './deletion.store.ts';
import { lookUpModels } from './monitored-models.ts';

const CHUNK = 20;
/** A segment that failed so often is set aside: those behind it have waited long enough. */
const MAX_ATTEMPTS = 5;
const TURN_MS = 20;

/** Learns from all segments of an organization that wait. May run twice, and beside itself: a segment counts once. */
export async function ingestSegments(
  platform: Platform,
  organizationId: string,
  { signal, attempt = 1 }: { readonly signal?: AbortSignal; readonly attempt?: number } = {},
): Promise<void> {
  for (;;) {
    const segments = await listPendingSegments(platform.db.queries, organizationId, CHUNK);
    if (segments.length === 0) return;
    for (const segment of segments) {
      signal?.throwIfAborted();
      await ingestSegment(platform, segment).catch((error) => skipSegment(platform, segment, attempt, error));
    }
  }
}

/** Begins again when something was deleted meanwhile: it must not come back with what was read before. */
async function ingestSegment(platform: Platform, segment: Segment): Promise<void> {
  for (;;) {
    try {
      await ingestOnce(platform, segment);
      return;
    } catch (error) {
      if (!(error instanceof ConcurrentDeletion)) throw error;
    }
  }
}

async function ingestOnce(platform: Platform, segment: Segment): Promise<void> {
  const watchedOf = lookUpModels(platform);
  const aggregate = new SegmentAggregate();
  const requests = new RequestsToStore();
  const rows = new RowCollector();
  let turn = performance.now();
  for (const record of await readSegment(platform, segment)) {
    const monitored = await watchedOf(record);
    if (monitored !== null) {
      const isDeleted = deletionCheck(monitored.tombstones, record, segment.writtenAt);
      aggregate.take(record, monitored, isDeleted);
      requests.take(record, monitored.deployment);
      if (!isDeleted(record.at)) rows.take(record, monitored.deployment);
    }
    if (performance.now() - turn < TURN_MS) continue;
    // Others of this process must get their turn: leases are renewed between records.
    await nextTurn();
    turn = performance.now();
  }
  await requests.write(platform, segment);
  await rows.write(platform, segment);
  await platform.db.transaction(async (tx) => {
    if (!(await markSegmentIngested(tx, segment, platform.now()))) return;
    await storeAggregate(platform, tx, segment.organizationId, aggregate);
    await requests.save(tx);
    await rows.save(platform, tx, segment.organizationId);
  });
  await deleteSegment(platform, segment);
}

async function skipSegment(platform: Platform, segment: Segment, attempt: number, error: unknown): Promise<void> {
  // Somebody else was faster, and has already dropped it.
  if (attempt < MAX_ATTEMPTS && !(error instanceof NoSuchBlob)) throw error;
  const isLost = await platform.db.transaction((tx) => markSegmentIngested(tx, segment, platform.now()));
  if (!isLost) return;
  platform.log.error({ err: error, segment: segment.id }, 'Recorded predictions cannot be read; they are not counted');
}

/** Adds what was learned to what was known. Absorbers of the same deployment take turns, always in the same order. */
async function storeAggregate(
  platform: Pick<Platform, 'db' | 'now'>,
  tx: Tx,
  organizationId: string,
  aggregate: SegmentAggregate,
): Promise<void> {
  const { profiles, services, batches } = aggregate;
  // Every record of the aggregate is of one of these deployments.
  const deploymentIds = [...aggregate.tombstones.keys()].sort();
  for (const id of deploymentIds) await lockDeployment(tx, id);
  const known = [...aggregate.tombstones.values()].reduce((sum, count) => sum + count, 0);
  if ((await countTombstones(tx, organizationId, deploymentIds)) !== known) throw new ConcurrentDeletion();
  // A batch that was deleted in the meantime takes what belonged to it along.
  const batchIds = [...batches.values()].map(({ batchId }) => batchId);
  const open = await openBatchIds(tx, organizationId, batchIds);
  const isKept = (batchId: string) => batchId === '' || open.has(batchId);
  for (const { key, monitored, part } of profiles.values()) {
    if (isKept(key.batch_id)) await addProfile(tx, part.finish(organizationId, monitored.model.model_id, key));
  }
  for (const service of services.values()) if (isKept(service.batchId)) await addService(tx, service);
  for (const batch of batches.values()) if (isKept(batch.batchId)) await addBatchPart(tx, batch);
  await storeTracked(tx, aggregate.tracked, isKept);
  // After the predictions of the same segment, which they may be about.
  for (const [deploymentId, actuals] of aggregate.actuals) {
    const to = { organizationId, deploymentId, keepUnmatched: false, isAutomatic: true };
    const all = [...actuals.values()];
    for (let from = 0; from < all.length; from += ACTUALS_CHUNK) {
      await matchActuals(platform, tx, to, all.slice(from, from + ACTUALS_CHUNK));
    }
  }
}

/** Something was deleted after the records were read. */
class ConcurrentDeletion extends Error {}
