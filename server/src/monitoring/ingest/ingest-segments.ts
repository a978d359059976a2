import { setImmediate as nextTurn } from 'node:timers/promises';
import { dropSegment, RequestsToKeep, readSegment, type Segment, segmentAbsorbed, waitingSegments } from '#deployments';
import { NoSuchBlob } from '#platform/blobs/blob-key.ts';
import type { Platform } from '#platform/context.ts';
import { RowsToKeep } from '../predictions/collect-rows.ts';
import { Harvest } from './aggregate.ts';
import { goneOf } from './doom.rules.ts';
import { DeletedMeanwhile, keepHarvest } from './keep-harvest.ts';
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
