import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind } from '../context.ts';
import { aPlatform, dueNow, enqueue, record, until } from './jobs.fixtures.ts';
import { JobPostponed } from './jobs.ts';
import { startWorker } from './worker.ts';

const platform = await aPlatform(await testDatabase());
let starts: number[] = [];
let postponed = 0;
const waiting: JobKind<Record<string, never>> = {
  name: 'test.waiting',
  input: z.strictObject({}),
  limits: 'heavy',
  retries: 0,
  async run(_platform, _input, run) {
    starts.push(run.attempt);
    if (starts.length <= postponed) throw new JobPostponed(3600);
    return undefined;
  },
};
const quick: JobKind<Record<string, never>> = { ...waiting, name: 'test.quick', run: async () => undefined };
platform.jobs.register(waiting);
platform.jobs.register(quick);
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(async () => {
  await worker.stop();
  await platform.jobs.close();
});

function begun(times: number): Promise<string> {
  starts = [];
  postponed = times;
  return enqueue(platform, waiting, {});
}

test('a job that is postponed gives its place to others and costs no attempt', async () => {
  const id = await begun(2);
  // The one place of the worker is free: this one would wait for ever otherwise.
  await until(platform, await enqueue(platform, quick, {}), 'COMPLETED');
  expect(await record(platform, id)).toMatchObject({ status: 'INITIALIZED' });
  expect(starts).toEqual([1]);
  await dueNow(platform);
  await until(platform, await enqueue(platform, quick, {}), 'COMPLETED');
  expect(starts).toEqual([1, 1]);
  await dueNow(platform);
  expect(await until(platform, id, 'COMPLETED')).toMatchObject({ status: 'COMPLETED' });
  expect(starts).toEqual([1, 1, 1]);
});

test('a job that waits can be cancelled, and is not started again', async () => {
  const id = await begun(1);
  await until(platform, await enqueue(platform, quick, {}), 'COMPLETED');
  expect(await platform.jobs.cancel(id)).toBe(true);
  await dueNow(platform);
  await until(platform, await enqueue(platform, quick, {}), 'COMPLETED');
  expect([(await record(platform, id)).status, starts]).toEqual(['ABORTED', [1]]);
});
