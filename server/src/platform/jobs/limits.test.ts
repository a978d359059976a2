import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIMIT_CLASSES, readConfig } from '#config';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind, JobRun } from '../context.ts';
import { markRunning } from './job.store.ts';
import { threadLimits } from './job-limits.ts';
import { aPlatform, enqueue, gate, record, until } from './jobs.fixtures.ts';
import { sweep } from './sweep.ts';
import { startWorker, type Worker, type WorkerOptions } from './worker.ts';

const MIB = 1024 ** 2;
const platform = await aPlatform(await testDatabase());

/** As if these were the limits of light jobs in the settings of the worker. */
const withLight = (timeSeconds: number, memoryBytes: number): typeof platform => {
  const jobLimits = { ...platform.config.jobLimits, light: { timeSeconds, memoryBytes } };
  return { ...platform, config: { ...platform.config, jobLimits } };
};

let behave: (run: JobRun) => Promise<void> = async () => undefined;
const kind = (name: string, limits: JobKind<unknown>['limits']): JobKind<Record<string, never>> => ({
  name,
  input: z.strictObject({}),
  limits,
  retries: 5,
  async run(_platform, _input, run) {
    await behave(run);
    return undefined;
  },
});
const short = kind('test.short', 'light');
const long = kind('test.long', 'training');
for (const one of [short, long]) platform.jobs.register(one);

let worker: Worker | undefined;
const work = async (on: typeof platform, more: Partial<WorkerOptions> = {}) => {
  worker = await startWorker(on, { concurrency: 1, leaseSeconds: 600, ...more });
};
const A_SECOND = withLight(1, 1024 * MIB);
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

const untilAborted = ({ signal }: JobRun) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('settings', () => {
  it('give every class a time and a memory limit, which `almanac config` lists', () => {
    const config = readConfig({ ALMANAC_JOB_TIME_LIMIT_SCORING: '77', ALMANAC_JOB_MEMORY_LIMIT_HEAVY: '1073741824' });
    expect(config.jobLimits.scoring.timeSeconds).toBe(77);
    expect(config.jobLimits.heavy.memoryBytes).toBe(1024 ** 3);
    const names = config.values.map(({ setting }) => setting.name);
    for (const one of LIMIT_CLASSES) {
      expect(names).toContain(`ALMANAC_JOB_TIME_LIMIT_${one.toUpperCase()}`);
      expect(names).toContain(`ALMANAC_JOB_MEMORY_LIMIT_${one.toUpperCase()}`);
      expect(config.jobLimits[one].memoryBytes).toBeGreaterThanOrEqual(256 * MIB);
    }
    expect(() => readConfig({ ALMANAC_JOB_TIME_LIMIT_LIGHT: '0' })).toThrow('ALMANAC_JOB_TIME_LIMIT_LIGHT');
  });
});

describe('the time limit', () => {
  it('ends a job with a sentence that names the limit, its value and the setting; it is not tried again', async () => {
    const reasons: unknown[] = [];
    behave = (run) =>
      untilAborted(run).catch((reason: unknown) => {
        reasons.push(reason);
        throw new Error('whatever comes of it');
      });
    await work(A_SECOND);
    const id = await enqueue(platform, short, {});
    const ended = await until(platform, id, 'ERROR');
    expect(ended).toMatchObject({ code: 408, attempts: 1, time_limit_seconds: 1 });
    expect(ended.message).toBe(
      'The job ran longer than 1 seconds, the time limit of light jobs, and was ended. Start it again with less data, ' +
        'or ask the administrator to raise ALMANAC_JOB_TIME_LIMIT_LIGHT.',
    );
    expect(reasons).toMatchObject([{ name: 'JobInterrupted', why: 'limit' }]);
    expect((await platform.db.pool.query('SELECT 1 FROM pgboss.job')).rows).toEqual([]);
  });

  it('ends a job that ignores its signal too, and says that only the end of the process ends its work', async () => {
    const stuck = gate();
    const never = gate();
    behave = () => never.passed;
    await work(A_SECOND, { patienceSeconds: 0, onStuck: stuck.open });
    const id = await enqueue(platform, short, {});
    await stuck.passed;
    expect(await until(platform, id, 'ERROR')).toMatchObject({ code: 408, attempts: 1 });
    behave = async () => undefined;
    await until(platform, await enqueue(platform, short, {}), 'COMPLETED');
    never.open();
  });

  it('holds for a worker that does not keep it: the others end the job', async () => {
    const id = await enqueue(platform, long, {});
    await platform.db.transaction(async (tx) => {
      const [claim] = await platform.jobs.queue.claim(tx, 'heavy', 1);
      if (claim === undefined) throw new Error('Nothing to claim.');
      await markRunning(tx, [{ ...claim, timeLimitSeconds: 5 }], { worker: 'blocked', seconds: 600 });
    });
    await sweep(platform);
    expect((await record(platform, id)).status).toBe('RUNNING');
    await platform.db.pool.query(`UPDATE job_records SET running_since = now() - interval '66 seconds' WHERE id = $1`, [
      id,
    ]);
    await sweep(platform);
    const ended = await record(platform, id);
    expect(ended).toMatchObject({ status: 'ERROR', code: 408 });
    expect(ended.message).toContain('ALMANAC_JOB_TIME_LIMIT_TRAINING');
  });
});

describe('the memory limit', () => {
  it('ends a job that takes more in the worker process itself', async () => {
    const held: Buffer[] = [];
    behave = async ({ signal }) => {
      for (; !signal.aborted; await new Promise(setImmediate)) held.push(Buffer.alloc(8 * MIB, held.length + 1));
      signal.throwIfAborted();
    };
    await work(withLight(600, 64 * MIB));
    const id = await enqueue(platform, short, {});
    const ended = await until(platform, id, 'ERROR');
    held.length = 0;
    expect(ended).toMatchObject({ code: 413, attempts: 1 });
    expect(ended.message).toContain(`more than ${64 * MIB} bytes of memory, the memory limit of light jobs`);
    expect(ended.message).toContain('ALMANAC_JOB_MEMORY_LIMIT_LIGHT');
  });

  it('ends a job whose thread outgrows it, at once', async () => {
    behave = async () => {
      const code = 'let list = null; for (;;) list = { list };';
      const thread = new Thread(code, { ...threadLimits({ timeSeconds: 1, memoryBytes: 32 * MIB }), eval: true });
      const [error] = await once(thread, 'error');
      throw error;
    };
    await work(withLight(600, 4096 * MIB));
    const id = await enqueue(platform, short, {});
    expect(await until(platform, id, 'ERROR')).toMatchObject({ code: 413, attempts: 1 });
  });
});

describe('a job whose worker dies each time', () => {
  it('is given up after five deaths, however often it may be tried', async () => {
    const endless = { ...long, retries: 1000 };
    const id = await enqueue(platform, endless, {});
    for (let death = 1; death <= 5; death++) {
      expect((await record(platform, id)).status).toBe('INITIALIZED');
      await platform.db.transaction(async (tx) => {
        const works = await platform.jobs.queue.claim(tx, 'heavy', 1);
        await markRunning(tx, works, { worker: 'vanished', seconds: -1 });
      });
      await sweep(platform);
    }
    const ended = await record(platform, id);
    expect(ended).toMatchObject({ status: 'ERROR', attempts: 5, code: 500 });
    expect(ended.message).toContain('died 5 times');
  });
});

describe('a worker process whose event loop stands still', () => {
  it('ends itself, so that its jobs go to another', async () => {
    const script = join(import.meta.dirname, 'blocked-loop.fixture.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, 'block'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    expect(said).toContain('event loop of this worker process was blocked');
  });
});
