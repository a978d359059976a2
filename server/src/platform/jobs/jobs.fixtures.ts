import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '#config';
import { openBlobs } from '../blobs/open-blobs.ts';
import { systemClock } from '../clock.ts';
import type { EnqueueOptions, JobKind, Platform } from '../context.ts';
import type { Database } from '../db/database.ts';
import { openEvents } from '../events/open-events.ts';
import type { Actor } from '../http/actor.ts';
import type { Logger } from '../log/logger.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { ServiceRegistry } from '../services.ts';
import { type JobRecord, notifyWorkers } from './job.store.ts';
import type { JobStatus } from './jobs.ts';
import { openJobs } from './open-jobs.ts';
import { LANES } from './queue.ts';

export const anActor = (more: Partial<Actor> = {}): Actor => ({
  userId: '65f000000000000000000001',
  username: 'ada',
  organizationId: '65f0000000000000000000aa',
  role: 'user',
  permissions: new Set(['ENABLE_PREDICTIONS_ADMIN']),
  accountCreatedAt: new Date('2026-01-02T03:04:05Z'),
  via: 'key',
  ...more,
});

/** A whole platform on a database: the real parts, with their files in one temporary folder. */
export async function aPlatform(db: Database, log: Logger = pino({ level: 'silent' })): Promise<Platform> {
  const dataDir = join(tmpdir(), 'almanac-test-platform');
  const config = readConfig({ ALMANAC_DATA_DIR: dataDir });
  const jobs = await openJobs(db, log);
  const blobs = await openBlobs(config);
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const services = new ServiceRegistry(() => platform);
  const events = openEvents(jobs, log);
  const platform: Platform = { config, db, jobs, events, blobs, secrets, services, now: systemClock, log };
  return platform;
}

export function enqueue<Input>(
  { db, jobs }: Platform,
  kind: JobKind<Input>,
  input: Input,
  more: Partial<EnqueueOptions> = {},
): Promise<string> {
  return db.transaction((tx) => jobs.enqueue(tx, kind, input, { actor: anActor(), ...more }));
}

export const record = ({ db }: Platform, id: string) =>
  db.queries.selectFrom('job_records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export type SeenRecord = Awaited<ReturnType<typeof record>> & Pick<JobRecord, 'location'>;

/** Waits for a condition, not for a time: asks until it answers something, or says what it saw last. */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>, seconds = 50): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`It did not happen within ${seconds} seconds.`);
    await pause(10);
  }
}

export const until = (platform: Platform, id: string, ...statuses: JobStatus[]): Promise<SeenRecord> =>
  eventually(async () => {
    const seen = await record(platform, id);
    return statuses.includes(seen.status) && seen;
  });

/** A promise settled from outside: how a test holds a job at a known point. */
export function gate<T = void>() {
  let open: (value: T) => void = () => undefined;
  const passed = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/** Jobs waiting for their next try become due now. */
export async function skipBackoff({ db }: Platform): Promise<void> {
  await db.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
  await db.transaction(async (tx) => {
    await notifyWorkers(tx, 'heavy');
    await notifyWorkers(tx, 'light');
  });
}

/** Jobs that were postponed become due now. */
export async function dueNow({ db }: Platform): Promise<void> {
  await db.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE start_after > now()`);
  await db.transaction(async (tx) => {
    for (const lane of LANES) await notifyWorkers(tx, lane);
  });
}
