import { z } from 'zod';
import type { JobKind } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { aPlatform } from './jobs.fixtures.ts';
import { startWorker } from './worker.ts';

/** Started as a process of its own, to be killed: tells which job it began and then never finishes it. */
export const endless: JobKind<Record<string, never>> = {
  name: 'test.endless',
  input: z.strictObject({}),
  limits: 'heavy',
  retries: 1,
  run(_platform, _input, run) {
    console.log(run.jobId);
    return new Promise(() => undefined);
  },
};

const [, script, url, leaseSeconds] = process.argv;
if (url !== undefined && script === import.meta.filename) {
  const platform = await aPlatform(openDatabase(url, { max: 8, applicationName: 'worker' }));
  platform.jobs.register(endless);
  await startWorker(platform, { concurrency: 1, leaseSeconds: Number(leaseSeconds) });
}
