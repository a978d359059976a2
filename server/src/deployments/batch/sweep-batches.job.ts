import { z } from 'zod';
import type { JobKind, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { deletePieces } from './intake/pieces.ts';
import { batchJobStore, sweepStore } from './jobs/batch-job.store.ts';
import { endJob } from './jobs/end-job.ts';

const HOUR_MS = 3600 * 1000;
const KEPT_MS = 48 * HOUR_MS;
/** An upload that broke off with its server, and a job nothing was ever sent to. */
const SILENT_MS = HOUR_MS;
const UNUSED_MS = 24 * HOUR_MS;
const HOURLY = { minute: [17], hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };

/** Removes results whose time is over, and ends jobs that wait for rows in vain. Hourly, while there is anything. */
export const sweepBatches: JobKind<{ readonly organizationId: string }> = {
  name: 'batch.sweep',
  input: z.strictObject({ organizationId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run(platform, { organizationId }, { signal }) {
    const { db } = platform;
    const now = platform.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    const store = sweepStore(db.queries, organizationId);
    for (const { id, why } of await store.abandoned(before(SILENT_MS), before(UNUSED_MS))) {
      await db.transaction((tx) => endJob(platform, tx, id, { status: 'ABORTED', line: why }));
    }
    for (const id of await store.expired(before(KEPT_MS))) {
      signal.throwIfAborted();
      await batchJobStore(db.queries).change(id, { results_deleted_at: now });
      await deletePieces(platform, id);
    }
    await db.transaction(async (tx) => {
      if (!(await sweepStore(tx, organizationId).isAnythingLeft()))
        await unscheduleWork(tx, sweepBatches, organizationId);
    });
    return undefined;
  },
};

/** Part of every transaction that makes a job. */
export async function scheduleSweep(platform: Pick<Platform, 'now'>, tx: Tx, actor: Actor): Promise<void> {
  const { organizationId } = actor;
  await scheduleWork(platform, tx, {
    kind: sweepBatches,
    subject: organizationId,
    input: { organizationId },
    schedule: HOURLY,
    actor,
  });
}
