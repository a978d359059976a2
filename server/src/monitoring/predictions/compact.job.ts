import { z } from 'zod';
import { watchedDeployment } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { runTimes, scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { systemActor } from '#platform/jobs/stored-actor.ts';
import { foldRows } from './compact.ts';
import { holdKeptRows, keptRowStore, keptRowsFolder } from './stored-rows.store.ts';
import { sweepStrays } from './sweep-strays.ts';

const DAY_MS = 24 * 3_600_000;
const OFTEN = { minute: [4, 14, 24, 34, 44, 54], hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };

/** Folds what came in, and removes what is past its time or belongs to deployments that are gone. */
export const foldRowsJob: JobKind<{ readonly organizationId: string }> = {
  name: 'monitoring.fold-rows',
  input: z.strictObject({ organizationId: z.string() }),
  limits: 'heavy',
  retries: 2,
  async run(platform, { organizationId }, { signal }) {
    const { db, blobs, config, now } = platform;
    const store = keptRowStore(db.queries, organizationId);
    const old = await store.olderThan(new Date(now().getTime() - config.keptRowsDays * DAY_MS));
    await store.drop(old.map(({ id }) => id));
    for (const { key } of old) await blobs.delete(key);
    for (const deploymentId of await store.deployments()) {
      signal.throwIfAborted();
      if (await watchedDeployment(platform, deploymentId)) {
        await foldRows(platform, { organizationId, deploymentId }, signal);
      } else await forgetRows(platform, organizationId, deploymentId);
    }
    const strays = await sweepStrays(platform, organizationId);
    await db.transaction(async (tx) => {
      await holdKeptRows(tx, organizationId, 'alone');
      const left = await keptRowStore(tx, organizationId).deployments();
      if (left.length === 0 && strays === 0) await unscheduleWork(tx, foldRowsJob, organizationId);
    });
    return undefined;
  },
};

/** With files that lost their row in a crash. */
async function forgetRows({ db, blobs }: Platform, organizationId: string, deploymentId: string): Promise<void> {
  const keys: string[] = [];
  for await (const key of blobs.list(`${keptRowsFolder(organizationId)}${deploymentId}/`)) keys.push(key);
  for (const key of keys) await blobs.delete(key);
  await keptRowStore(db.queries, organizationId).forget(deploymentId);
}

/** Part of every transaction that keeps rows. */
export async function keepFolded(platform: Pick<Platform, 'now'>, tx: Tx, organizationId: string): Promise<void> {
  await holdKeptRows(tx, organizationId, 'beside others');
  const known = await runTimes(tx, foldRowsJob, [organizationId]);
  if (known.has(organizationId)) return;
  await scheduleWork(platform, tx, {
    kind: foldRowsJob,
    subject: organizationId,
    input: { organizationId },
    schedule: OFTEN,
    actor: { ...systemActor, organizationId },
  });
}
