import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind } from '../context.ts';
import { aPlatform, enqueue, eventually, gate, until } from './jobs.fixtures.ts';
import { startWorker } from './worker.ts';

const platform = await aPlatform(await testDatabase());
const worker = await startWorker(platform, { concurrency: 2 });
afterAll(async () => {
  await worker.stop();
  await platform.jobs.close();
});

let begun = gate();
let held = gate();
let interrupted = gate<unknown>();
const waiting: JobKind<Record<string, never>> = {
  name: 'test.waiting',
  input: z.strictObject({}),
  limits: 'heavy',
  retries: 0,
  async run(_platform, _input, { signal }) {
    signal.addEventListener('abort', () => interrupted.open(signal.reason));
    begun.open();
    await Promise.race([held.passed, interrupted.passed]);
    return { location: '/api/v2/done/' };
  },
};
platform.jobs.register(waiting);

/** Our own questions meet cut connections too. */
const patiently = <T>(ask: () => Promise<T>) => eventually(() => ask().catch(() => null));

/** As a restart of the database does, from a connection of its own. */
async function cutEveryConnection() {
  const admin = new pg.Client({ connectionString: platform.db.url });
  await admin.connect();
  const { rows } = await admin.query(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const pids = rows.map((row) => row.pid);
  // They are only told to end; one that had not yet could still commit something and never say so.
  await eventually(async () => {
    const left = await admin.query('SELECT 1 FROM pg_stat_activity WHERE pid = ANY ($1)', [pids]);
    return left.rows.length === 0;
  });
  await admin.end();
}

describe('a worker whose connections to the database are cut', () => {
  it('finishes what it runs and hears of new work', async () => {
    const id = await enqueue(platform, waiting, {});
    await begun.passed;
    await cutEveryConnection();
    held.open();
    expect(await patiently(() => until(platform, id, 'COMPLETED'))).toMatchObject({ attempts: 1, worker: worker.name });
    const next = await patiently(() => enqueue(platform, waiting, {}));
    await patiently(() => until(platform, next, 'COMPLETED'));
  });

  it('hears of cancellations again', async () => {
    begun = gate();
    held = gate();
    interrupted = gate();
    const id = await patiently(() => enqueue(platform, waiting, {}));
    await begun.passed;
    await cutEveryConnection();
    expect(await patiently(() => platform.jobs.cancel(id))).toBe(true);
    expect(await interrupted.passed).toMatchObject({ name: 'JobInterrupted' });
  });
});
