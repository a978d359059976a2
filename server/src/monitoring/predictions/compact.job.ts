import { z } from 'zod';
import { findDeployment, listPendingSegments } from '#deployments';
import type { JobKind, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { runTimes, scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { systemActor } from '#platform/jobs/stored-actor.ts';
import { DAY_MS } from '../scope/period.rules.ts';
import { compactRows } from './compact.ts';
import { lockStoredRows, storedRowStore, storedRowsFolder } from './stored-rows.store.ts';

const OFTEN = { minute: [4, 14, 24, 34, 44, 54], hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };

/** Folds what came in, and removes what is past its time or belongs to deployments that are gone. */
export const compactRowsJob: JobKind<{ readonly organizationId: string }> = {
  name: 'monitoring.fold-rows',
  input: z.strictObject({ organizationId: z.string() }),
  limits: 'heavy',
  retries: 2,
  async run(platform, { organizationId }, { signal }) {
    const { db, blobs, config, now } = platform;
    const store = storedRowStore(db.queries, organizationId);
    const old = await store.olderThan(new Date(now().getTime() - config.predictionRowsDays * DAY_MS));
    await store.drop(old.map(({ id }) => id));
    for (const { key } of old) await blobs.delete(key);
    for (const deploymentId of await store.deployments()) {
      signal.throwIfAborted();
      if (await findDeployment(platform, deploymentId)) {
        await compactRows(platform, { organizationId, deploymentId }, signal);
      } else await forgetRows(platform, organizationId, deploymentId);
    }
    const strays = await deleteOrphans(platform, organizationId);
    await db.transaction(async (tx) => {
      await lockStoredRows(tx, organizationId, 'alone');
      const left = await storedRowStore(tx, organizationId).deployments();
      if (left.length === 0 && strays === 0) await unscheduleWork(tx, compactRowsJob, organizationId);
    });
    return undefined;
  },
};

/** With files that lost their row in a crash. */
async function forgetRows({ db, blobs }: Platform, organizationId: string, deploymentId: string): Promise<void> {
  const keys: string[] = [];
  for await (const key of blobs.list(`${storedRowsFolder(organizationId)}${deploymentId}/`)) keys.push(key);
  for (const key of keys) await blobs.delete(key);
  await storedRowStore(db.queries, organizationId).forget(deploymentId);
}

/** Part of every transaction that keeps rows. */
export async function scheduleCompaction(
  platform: Pick<Platform, 'now'>,
  tx: Tx,
  organizationId: string,
): Promise<void> {
  await lockStoredRows(tx, organizationId, 'beside others');
  const known = await runTimes(tx, compactRowsJob, [organizationId]);
  if (known.has(organizationId)) return;
  await scheduleWork(platform, tx, {
    kind: compactRowsJob,
    subject: organizationId,
    input: { organizationId },
    schedule: OFTEN,
    actor: { ...systemActor, organizationId },
  });
}

/** No work that writes a file is still about to say so after this time. */
const GRACE_MS = 24 * 3_600_000;
const MOST_WAITING = 10_000;

/**
 * Removes files that nobody knows of: a process was killed after it wrote them, or before it removed what it had folded.
 * Answers how many must wait for another time, since somebody may be about to make them known.
 */
async function deleteOrphans(platform: Platform, organizationId: string): Promise<number> {
  const { db, blobs, now } = platform;
  const found: string[] = [];
  for await (const key of blobs.list(storedRowsFolder(organizationId))) found.push(key);
  if (found.length === 0) return 0;
  // In this order: what was written before it was listed is of a segment that waits, or known by the time we ask.
  const waiting = await listPendingSegments(db.queries, organizationId, MOST_WAITING);
  const known = await storedRowStore(db.queries, organizationId).keys();
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
