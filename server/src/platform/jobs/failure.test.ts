import { writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind, JobRun } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { aPlatform, enqueue, eventually, record, skipBackoff, until } from './jobs.fixtures.ts';
import { startWorker } from './worker.ts';

const lines: string[] = [];
const log = pino(
  { level: 'info' },
  new PassThrough().on('data', (line) => lines.push(String(line))),
);
const platform = await aPlatform(await testDatabase(), log);

let behave: (run: JobRun) => Promise<void> = async () => undefined;
const failing: JobKind<Record<string, never>> = {
  name: 'test.failing',
  input: z.strictObject({}),
  limits: 'heavy',
  retries: 2,
  async run(_platform, _input, run) {
    await behave(run);
    return undefined;
  },
};
platform.jobs.register(failing);
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(async () => {
  await worker.stop();
  await platform.jobs.close();
});

const retried = (id: string) =>
  eventually(async () => {
    await skipBackoff(platform);
    const seen = await record(platform, id);
    return ['COMPLETED', 'ERROR'].includes(seen.status) && seen;
  });

describe('a job that fails', () => {
  it('ends at once with the sentence of a refusal', async () => {
    behave = async () => {
      throw new Problem(422, 'data.no_target', 'The target price is not a column of the file. Choose one that is.');
    };
    const id = await enqueue(platform, failing, {});
    expect(await until(platform, id, 'ERROR')).toMatchObject({
      code: 422,
      attempts: 1,
      message: 'The target price is not a column of the file. Choose one that is.',
    });
  });

  it('says that the server has no space left, once trying again did not help', async () => {
    behave = () => writeFile('/dev/full', 'results');
    const id = await enqueue(platform, failing, {});
    expect(await retried(id)).toMatchObject({
      code: 507,
      attempts: 3,
      message: expect.stringMatching(/^The server had no space left to store the results of this job\./),
    });
  });

  it('is tried again after an unexpected error, later each time, and may still succeed', async () => {
    const attempts: number[] = [];
    behave = async (run) => {
      attempts.push(run.attempt);
      if (run.attempt < 3) throw new Error('connection reset');
    };
    const id = await enqueue(platform, failing, {});
    const waits: number[] = [];
    for (const failures of [1, 2]) {
      const wait = await eventually(async () => {
        const { rows } = await platform.db.pool.query(
          `SELECT extract(epoch FROM start_after - now())::float AS seconds FROM pgboss.job
           WHERE id = $1 AND state = 'retry' AND start_after > now()`,
          [id],
        );
        return attempts.length === failures && rows[0];
      });
      waits.push(wait.seconds);
      expect(await record(platform, id)).toMatchObject({ status: 'INITIALIZED', message: null, worker: null });
      await skipBackoff(platform);
    }
    expect(await until(platform, id, 'COMPLETED')).toMatchObject({ attempts: 3, code: 0, message: null });
    expect(attempts).toEqual([1, 2, 3]);
    expect(waits[0]).toBeGreaterThan(4);
    expect(waits[1]).toBeGreaterThan(9);
  });

  it('ends after its tries with a sentence to act on; what happened inside is only in the log', async () => {
    behave = async () => {
      throw new Error('password for 10.0.0.7 is hunter2');
    };
    const id = await enqueue(platform, failing, {});
    const ended = await retried(id);
    expect(ended).toMatchObject({ status: 'ERROR', code: 500, attempts: 3 });
    expect(ended.message).not.toContain('hunter2');
    const reference = /reference (\w+)\.$/.exec(ended.message ?? '')?.[1];
    expect(reference).toBeDefined();
    const logged = lines.find((line) => line.includes(`"reference":"${reference}"`));
    expect(logged).toContain('hunter2');
    expect(logged).toContain(id);
  });

  it('treats "not now" as worth another try and shows its sentence in the end', async () => {
    behave = async () => {
      throw new Problem(503, 'llm.away', 'The language model does not answer. Try again later.');
    };
    const ended = await retried(await enqueue(platform, failing, {}));
    expect(ended).toMatchObject({ status: 'ERROR', attempts: 3, code: 503 });
    expect(ended.message).toBe('The language model does not answer. Try again later.');
  });

  it('does not run on input that no longer fits its kind', async () => {
    let ran = false;
    behave = async () => {
      ran = true;
    };
    const id = await enqueue(platform, failing, {});
    const wrong = await enqueue(platform, { ...failing, input: z.looseObject({}) as never }, { extra: 1 } as never);
    expect((await retried(wrong)).status).toBe('ERROR');
    await until(platform, id, 'COMPLETED');
    expect(ran).toBe(true);
  });
});
