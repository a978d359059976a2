/**
 * How fast the queue is: pick-up latency of single jobs, and jobs per second through enqueue, claim, run and settle.
 * Peer in the same run: pg-boss used plainly (its own worker, batches, no status record, no lease of ours).
 */
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { JobKind } from '../../server/src/platform/context.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { anActor, aPlatform, enqueue } from '../../server/src/platform/jobs/jobs.fixtures.ts';
import { startWorker } from '../../server/src/platform/jobs/worker.ts';
import { median, quantile, timed } from '../measure.ts';
import { removeFolder, startPostgres, temporaryFolder } from '../platform.ts';
import { packageVersion, record } from '../record.ts';

const JOBS = 1_000;
const ROUNDS = 3;
const folder = await temporaryFolder();
const postgres = await startPostgres(folder);
const { url } = postgres;
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
for (let round = 0; round <= ROUNDS; round++) {
  const sent = await rate(() => sendAll(() => enqueue(platform, kind, {}, { actor: anActor() })));
  const all = runs(JOBS);
  let busy: Awaited<ReturnType<typeof startWorker>> | undefined;
  const settled = await rate(async () => {
    busy = await startWorker(platform, { concurrency: 20 });
    await all;
  });
  await busy?.stop();
  if (round === 0) continue; // warm-up, on both sides
  enqueued.push(sent);
  processed.push(settled);
}

const boss = new PgBoss({ connectionString: url, schema: 'plain', max: 20 });
boss.on('error', () => undefined);
await boss.start();
await boss.createQueue('plain');
const plainEnqueued: number[] = [];
const plainProcessed: number[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const sent = await rate(() => sendAll(() => boss.send('plain', {})));
  const all = runs(JOBS);
  const settled = await rate(async () => {
    const options = { batchSize: 20, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };
    await boss.work('plain', options, async (batch) => {
      for (const _job of batch) onRun();
    });
    await all;
  });
  await boss.offWork('plain');
  if (round === 0) continue;
  plainEnqueued.push(sent);
  plainProcessed.push(settled);
}
await boss.stop();

const plain = (value: number) => ({ name: 'plain pg-boss', version: packageVersion('pg-boss'), value });
record({
  title: 'Job queue: from enqueue to a settled job',
  work: { jobs: JOBS, rounds: ROUNDS, callers: 20, concurrency: 20 },
  figures: [
    { id: 'start-p50', what: 'Enqueue to start of one job, median', value: median(latencies), unit: 'ms' },
    { id: 'start-p99', what: 'Enqueue to start of one job, p99', value: quantile(latencies, 0.99), unit: 'ms' },
    {
      id: 'enqueued',
      what: 'Jobs enqueued by 20 callers',
      value: median(enqueued),
      unit: 'jobs/s',
      peer: plain(median(plainEnqueued)),
    },
    {
      id: 'settled',
      what: 'Jobs run and settled, one worker, 20 at once',
      value: median(processed),
      unit: 'jobs/s',
      peer: plain(median(plainProcessed)),
    },
  ],
});
await platform.jobs.close();
await db.close();
await postgres.stop();
await removeFolder(folder);
