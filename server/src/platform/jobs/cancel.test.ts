import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind, JobRun } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { aPlatform, enqueue, gate, record, until } from './jobs.fixtures.ts';
import { openJobs } from './open-jobs.ts';
import { sweep } from './sweep.ts';
import { startWorker } from './worker.ts';

const platform = await aPlatform(await testDatabase());

let begun = gate<JobRun>();
let interrupted = gate<unknown>();
const patient: JobKind<Record<string, never>> = {
  name: 'test.patient',
  input: z.strictObject({}),
  limits: 'heavy',
  retries: 3,
  async run(_platform, _input, run) {
    begun.open(run);
    await new Promise<void>((_resolve, reject) => {
      run.signal.addEventListener('abort', () => reject(run.signal.reason));
    }).catch((reason: unknown) => {
      interrupted.open(reason);
      throw reason;
    });
    return undefined;
  },
};
platform.jobs.register(patient);

/** As another process sees it: its own connections, its own side of the queue. */
const elsewhere = openDatabase(platform.db.url, { max: 2, applicationName: 'elsewhere' });
const otherProcess = await openJobs(elsewhere, platform.log);
const worker = await startWorker(platform, { concurrency: 1, leaseSeconds: 600 });
afterAll(async () => {
  await worker.stop();
  await otherProcess.close();
  await elsewhere.close();
  await platform.jobs.close();
});

async function startPatient(more: Parameters<typeof enqueue>[3] = {}) {
  begun = gate();
  interrupted = gate();
  const id = await enqueue(platform, patient, {}, more);
  return { id, run: await begun.passed };
}

describe('cancelling', () => {
  it('interrupts a running job from any process, and the worker goes on with the next', async () => {
    const { id } = await startPatient();
    expect(await otherProcess.cancel(id)).toBe(true);
    expect(await interrupted.passed).toMatchObject({ name: 'JobInterrupted', why: 'cancelled' });
    const next = await startPatient();
    expect(await record(platform, id)).toMatchObject({ status: 'ABORTED', message: 'The job was cancelled.' });
    await platform.jobs.cancel(next.id);
    await interrupted.passed;
  });

  it('keeps a waiting job from ever running', async () => {
    const { id } = await startPatient();
    const waiting = await enqueue(platform, patient, {});
    expect(await otherProcess.cancel(waiting)).toBe(true);
    expect((await record(platform, waiting)).status).toBe('ABORTED');
    begun = gate();
    await platform.jobs.cancel(id);
    await interrupted.passed;
    const { id: after, run } = await startPatient();
    expect(run.jobId).toBe(after);
    expect(await record(platform, waiting)).toMatchObject({ status: 'ABORTED', attempts: 0 });
    await platform.jobs.cancel(after);
    await interrupted.passed;
  });

  it('answers false for what has ended or never was, and changes nothing', async () => {
    const { id } = await startPatient();
    await platform.jobs.cancel(id);
    const before = await record(platform, id);
    expect(await otherProcess.cancel(id)).toBe(false);
    expect(await record(platform, id)).toEqual(before);
    expect(await otherProcess.cancel('00000000-0000-4000-8000-000000000000')).toBe(false);
  });

  it('is noticed by progress, should the message have been missed', async () => {
    const { id, run } = await startPatient();
    await platform.db.queries.updateTable('job_records').set({ status: 'ABORTED' }).where('id', '=', id).execute();
    await expect(run.progress(0.5)).rejects.toMatchObject({ why: 'lease lost' });
    await interrupted.passed;
    await platform.db.transaction((tx) => platform.jobs.queue.drop(tx, id));
  });
});

describe('expiry', () => {
  it('ends what waits or runs longer than it may', async () => {
    const running = await startPatient({ expireInSeconds: 3600 });
    const waiting = await enqueue(platform, patient, {}, { expireInSeconds: 3500 });
    const kept = await enqueue(platform, patient, {}, { expireInSeconds: 7200 });
    await platform.db.pool.query(`UPDATE job_records SET expires_at = expires_at - interval '61 minutes'`);
    begun = gate();
    await sweep(platform);
    expect(await interrupted.passed).toMatchObject({ name: 'JobInterrupted' });
    for (const id of [running.id, waiting]) {
      const ended = await until(platform, id, 'EXPIRED');
      expect(ended.message).toContain('not finished in the time');
    }
    expect((await begun.passed).jobId).toBe(kept);
    await platform.jobs.cancel(kept);
  });
});
