import { waitingSegments } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { keptRowStore, keptRowsFolder } from './stored-rows.store.ts';

/** No work that writes a file is still about to say so after this time. */
const GRACE_MS = 24 * 3_600_000;
const MOST_WAITING = 10_000;

/**
 * Removes files that nobody knows of: a process was killed after it wrote them, or before it removed what it had folded.
 * Answers how many must wait for another time, since somebody may be about to make them known.
 */
export async function sweepStrays(platform: Platform, organizationId: string): Promise<number> {
  const { db, blobs, now } = platform;
  const found: string[] = [];
  for await (const key of blobs.list(keptRowsFolder(organizationId))) found.push(key);
  if (found.length === 0) return 0;
  // In this order: what was written before it was listed is of a segment that waits, or known by the time we ask.
  const waiting = await waitingSegments(db.queries, organizationId, MOST_WAITING);
  const known = await keptRowStore(db.queries, organizationId).keys();
  const segments = waiting.length < MOST_WAITING ? new Set(waiting.map(({ id }) => id)) : null;
  const before = now().getTime() - GRACE_MS;
  const isUsed = (name: string) =>
    name.endsWith('.parquet') ? writtenAt(name) >= before : segments === null || segments.has(name);
  let left = 0;
  for (const key of found) {
    if (known.has(key)) continue;
    if (isUsed(key.slice(key.lastIndexOf('/') + 1))) left += 1;
    else await blobs.delete(key);
  }
  return left;
}

/** Names of folded files begin with the second in which they were made. */
const writtenAt = (name: string): number => Number.parseInt(name.slice(0, 8), 16) * 1000;
