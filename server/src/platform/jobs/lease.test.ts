import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind, JobRun } from '../context.ts';
import { markRunning, writeProgress } from './job.store.ts';
import { settlements } from './job-runner.ts';
import { anActor, aPlatform, enqueue, eventually, gate, record, until } from './jobs.fixtures.ts';
import { sweep } from './sweep.ts';
import { startWorker, type Worker } from './worker.ts';
import { endless } from './worker-process.fixture.ts';

const platform = await aPlatform(await testDatabase({ connections: 20 }));
const settle = settlements(platform.db, platform.jobs);

let behave: (run: JobRun) => Promise<void> = async () => undefined;
const held: JobKind<Record<string, never>> = {
  name: 'test.held',
  input: z.strictObject({}),
  limits: 'heavy',
  retries: 1,
  async run(_platform, _input, run) {
    await behave(run);
    return undefined;
  },
};
platform.jobs.register(held);
platform.jobs.register({ ...endless, run: async () => ({ location: '/api/v2/done/' }) });

let workers: Worker[] = [];
const aWorker = async (leaseSeconds = 600, graceSeconds = 10) => {
  const worker = await startWorker(platform, { concurrency: 1, leaseSeconds, graceSeconds });
  workers.push(worker);
  return worker;
};
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

/** Claims the next job as a worker would, and then does nothing more about it. */
const claimAndVanish = () =>
  platform.db.transaction(async (tx) => {
    const [work] = await platform.jobs.queue.claim(tx, 'heavy', 1);
    if (work === undefined) throw new Error('Nothing to claim.');
    await markRunning(tx, [work], { worker: 'vanished', seconds: -1 });
    return work;
  });

async function killedProcess(leaseSeconds: number) {
  const script = join(import.meta.dirname, 'worker-process.fixture.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, platform.db.url, String(leaseSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return {
    jobId: String(line).trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

it('a worker whose claim is not the last one writes no progress', async () => {
  await enqueue(platform, held, {});
  const work = await claimAndVanish();
  const before = { ...work, number: work.number - 1 };
  expect(await writeProgress(platform.db.queries, before, 0.9, undefined)).toBe(false);
  expect(await writeProgress(platform.db.queries, work, 0.5, undefined)).toBe(true);
  expect((await record(platform, work.jobId))?.progress).toBe(0.5);
});

describe('the job of a worker process killed with SIGKILL', () => {
  it('is finished by another worker', async () => {
    const id = await enqueue(platform, endless, {});
    const process = await killedProcess(1);
    expect(process.jobId).toBe(id);
    const survivor = await aWorker(1);
    expect(await record(platform, id)).toMatchObject({ status: 'RUNNING', attempts: 1 });
    await process.kill();
    expect(await until(platform, id, 'COMPLETED')).toMatchObject({ attempts: 2, worker: survivor.name });
  });
});

describe('a worker that does not renew its lease', () => {
  it('keeps its job while its connection shows that it lives, and loses it with that', async () => {
    const begun = gate<JobRun>();
    behave = async (run) => {
      if (run.attempt > 1) return;
      begun.open(run);
      await once(run.signal, 'abort');
      run.signal.throwIfAborted();
    };
    const busy = await aWorker(600);
    const id = await enqueue(platform, held, {});
    await begun.passed;
    await platform.db.pool.query(`UPDATE job_records SET renewed_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    await sweep(platform);
    expect(await record(platform, id)).toMatchObject({ status: 'RUNNING', attempts: 1, worker: busy.name });
    await platform.db.pool.query(`UPDATE job_records SET worker = 'elsewhere/1/0123456789ab' WHERE id = $1`, [id]);
    await sweep(platform);
    await aWorker();
    expect(await until(platform, id, 'COMPLETED')).toMatchObject({ attempts: 2 });
  });
});

describe('a lost lease', () => {
  it('gives the job back to the queue, counted, until its tries are used up', async () => {
    const id = await enqueue(platform, held, {});
    await claimAndVanish();
    await sweep(platform);
    expect(await record(platform, id)).toMatchObject({ status: 'INITIALIZED', attempts: 1 });
    await claimAndVanish();
    await sweep(platform);
    const ended = await record(platform, id);
    expect(ended).toMatchObject({ status: 'ERROR', attempts: 2, code: 500 });
    expect(ended.message).toMatch(/died 2 times .* reference \w+\.$/);
    expect((await platform.db.pool.query('SELECT 1 FROM pgboss.job')).rows).toEqual([]);
  });

  it('takes every right over the job from the worker that had it', async () => {
    const id = await enqueue(platform, held, {});
    const old = await claimAndVanish();
    await sweep(platform);
    const current = await claimAndVanish();
    expect(current.number).toBeGreaterThan(old.number);
    const before = await record(platform, id);
    expect(await settle.end(old, { status: 'COMPLETED', location: '/stale/' })).toBe(false);
    expect(await settle.retryLater(old, 'counted')).toBe(false);
    expect(await settle.handBack(old)).toBe(false);
    expect(await record(platform, id)).toEqual(before);
    expect(await settle.end(current, { status: 'COMPLETED', location: '/right/' })).toBe(true);
    expect(await settle.end(current, { status: 'ERROR' })).toBe(false);
    expect(await record(platform, id)).toMatchObject({ status: 'COMPLETED', location: '/right/' });
  });

  it('is noticed by the worker that lost it, which stops the work and drops its result', async () => {
    const begun = gate<JobRun>();
    const interrupted = gate<unknown>();
    const runs: number[] = [];
    behave = async (run) => {
      runs.push(run.attempt);
      if (run.attempt > 1) return;
      begun.open(run);
      run.signal.addEventListener('abort', () => interrupted.open(run.signal.reason));
      await interrupted.passed;
    };
    await aWorker(1);
    const id = await enqueue(platform, held, {});
    await begun.passed;
    // As if the worker had been unreachable for longer than its lease: somebody else has taken the job back.
    await platform.db.transaction(async (tx) => {
      await platform.jobs.queue.handBack(tx, { jobId: id, lane: 'heavy', number: 0 });
      await tx.updateTable('job_records').set({ status: 'INITIALIZED', claim: null }).where('id', '=', id).execute();
    });
    expect(await interrupted.passed).toMatchObject({ why: 'lease lost' });
    expect(await until(platform, id, 'COMPLETED')).toMatchObject({ attempts: 2 });
    expect(runs).toEqual([1, 2]);
  });
});

describe('several workers', () => {
  it('never run one job at the same time, and leave none out', async () => {
    const seen = new Map<string, number>();
    let collisions = 0;
    const active = new Set<string>();
    behave = async (run) => {
      if (active.has(run.jobId)) collisions++;
      active.add(run.jobId);
      seen.set(run.jobId, (seen.get(run.jobId) ?? 0) + 1);
      await run.progress(0.5);
      active.delete(run.jobId);
    };
    const ids = await platform.db.transaction((tx) =>
      Promise.all(Array.from({ length: 60 }, () => platform.jobs.enqueue(tx, held, {}, { actor: anActor() }))),
    );
    await Promise.all([aWorker(), aWorker(), aWorker()]);
    const ended = await eventually(async () => {
      const records = await Promise.all(ids.map((id) => record(platform, id)));
      return records.every((one) => one.status === 'COMPLETED') && records;
    });
    expect(collisions).toBe(0);
    expect([...seen.values()]).toEqual(ids.map(() => 1));
    expect(new Set(ended.map((one) => one.worker)).size).toBeGreaterThan(1);
  });
});

describe('a stopping worker', () => {
  it('gives its running job back at once, uncounted, and another finishes it', async () => {
    const begun = gate();
    let fellAsleep = false;
    behave = async (run) => {
      if (fellAsleep) return;
      fellAsleep = true;
      begun.open();
      await once(run.signal, 'abort');
      run.signal.throwIfAborted();
    };
    const first = await aWorker();
    const id = await enqueue(platform, held, {});
    await begun.passed;
    await first.stop();
    expect(await record(platform, id)).toMatchObject({ status: 'INITIALIZED', attempts: 0 });
    await aWorker();
    expect(await until(platform, id, 'COMPLETED')).toMatchObject({ attempts: 1 });
  });

  it('does not wait for ever for a job that ignores its signal, and that job cannot end it later', async () => {
    const begun = gate();
    const late = gate();
    behave = async (run) => {
      begun.open();
      if (run.attempt === 1) await late.passed;
    };
    const first = await aWorker(600, 0);
    const id = await enqueue(platform, held, {});
    await begun.passed;
    await first.stop();
    const current = await claimAndVanish();
    expect(current.jobId).toBe(id);
    late.open();
    expect(await settle.end(current, { status: 'COMPLETED', location: '/by-the-second/' })).toBe(true);
    expect(await record(platform, id)).toMatchObject({ location: '/by-the-second/' });
  });
});
