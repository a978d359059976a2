/**
 * How fast the queue is: pick-up latency of single jobs, and jobs per second through enqueue, claim, run and settle.
 * Peer in the same run: pg-boss used plainly (its own worker, batches, no status record, no lease of ours).
 * Run: npm run bench -- jobs <database url>
 */
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { JobKind } from '../../server/src/platform/context.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { anActor, aPlatform, enqueue } from '../../server/src/platform/jobs/jobs.fixtures.ts';
import { startWorker } from '../../server/src/platform/jobs/worker.ts';
import { median, quantile, timed } from '../measure.ts';
import { record } from '../record.ts';

const JOBS = 1_000;
const [, , url] = process.argv;
if (url === undefined) throw new Error('Give the address of an empty PostgreSQL database as the only argument.');

const db = openDatabase(url, { max: 20, applicationName: 'bench' });
await migrate(db, new URL('../../server/migrations', import.meta.url).pathname);
const platform = await aPlatform(db);

let onRun: () => void = () => undefined;
const kind: JobKind<Record<string, never>> = {
  name: 'bench.nothing',
  input: z.strictObject({}),
  limits: 'heavy',
  retries: 0,
  async run() {
    onRun();
    return undefined;
  },
};
platform.jobs.register(kind);

function runs(count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    onRun = () => {
      left--;
      if (left === 0) resolve();
    };
  });
}

const rate = async (work: () => Promise<void>): Promise<number> => JOBS / ((await timed(work)) / 1000);

/** All jobs put into a queue by 20 callers. */
async function sendAll(send: () => Promise<unknown>): Promise<void> {
  for (let start = 0; start < JOBS; start += 20) await Promise.all(Array.from({ length: 20 }, send));
}

const worker = await startWorker(platform, { concurrency: 20 });
const latencies: number[] = [];
for (let index = 0; index < 200; index++) {
  const ran = runs(1);
  latencies.push(
    await timed(async () => {
      await enqueue(platform, kind, {});
      await ran;
    }),
  );
}
await worker.stop();

const enqueued: number[] = [];
const processed: number[] = [];
for (let round = 0; round < 3; round++) {
  enqueued.push(await rate(() => sendAll(() => enqueue(platform, kind, {}, { actor: anActor() }))));
  const all = runs(JOBS);
  let busy: Awaited<ReturnType<typeof startWorker>> | undefined;
  processed.push(
    await rate(async () => {
      busy = await startWorker(platform, { concurrency: 20 });
      await all;
    }),
  );
  await busy?.stop();
}

const boss = new PgBoss({ connectionString: url, schema: 'plain', max: 20 });
boss.on('error', () => undefined);
await boss.start();
await boss.createQueue('plain');
const plainEnqueued: number[] = [];
const plainProcessed: number[] = [];
for (let round = 0; round < 3; round++) {
  plainEnqueued.push(await rate(() => sendAll(() => boss.send('plain', {}))));
  const all = runs(JOBS);
  plainProcessed.push(
    await rate(async () => {
      const options = { batchSize: 20, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };
      await boss.work('plain', options, async (batch) => {
        for (const _job of batch) onRun();
      });
      await all;
    }),
  );
  await boss.offWork('plain');
}
await boss.stop();

record('jobs', {
  node: process.version,
  jobs: JOBS,
  'enqueue to start, one job, ms (median)': median(latencies),
  'enqueue to start, one job, ms (p99)': quantile(latencies, 0.99),
  'enqueued per second, 20 callers': median(enqueued),
  'enqueued per second, plain pg-boss': median(plainEnqueued),
  'run and settled per second, 1 worker, 20 at once': median(processed),
  'run and settled per second, plain pg-boss in batches of 20': median(plainProcessed),
});
await platform.jobs.close();
await db.close();
