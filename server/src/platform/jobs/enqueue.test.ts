import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind } from '../context.ts';
import type { Actor } from '../http/actor.ts';
import { anActor, aPlatform, enqueue, eventually, gate, record, until } from './jobs.fixtures.ts';
import { startWorker, type Worker } from './worker.ts';

const platform = await aPlatform(await testDatabase());
afterAll(() => platform.jobs.close());

let worker: Worker | undefined;
afterEach(() => worker?.stop());

let ran: string[] = [];
let actor: Actor | undefined;
const noting: JobKind<{ name: string; big?: bigint | undefined }> = {
  name: 'test.noting',
  input: z.strictObject({ name: z.string(), big: z.bigint().optional() }),
  limits: 'heavy',
  retries: 0,
  async run(_platform, { name, big }, run) {
    ran.push(big === undefined ? name : `${name} ${big}`);
    actor = run.actor;
    return { location: `/api/v2/things/${name}/` };
  },
};
platform.jobs.register(noting);

describe('a job', () => {
  it('exists if and only if the transaction that enqueued it was committed', async () => {
    ran = [];
    const undone = platform.db.transaction(async (tx) => {
      await platform.jobs.enqueue(tx, noting, { name: 'undone' }, { actor: anActor() });
      throw new Error('the row it serves could not be written');
    });
    await expect(undone).rejects.toThrow('could not be written');
    const kept = await enqueue(platform, noting, { name: 'kept' });
    worker = await startWorker(platform, { concurrency: 2 });
    expect(await until(platform, kept, 'COMPLETED')).toMatchObject({
      location: '/api/v2/things/kept/',
      progress: 1,
      attempts: 1,
      message: null,
    });
    expect(ran).toEqual(['kept']);
    const { rows } = await platform.db.pool.query('SELECT 1 FROM pgboss.job');
    expect(rows).toEqual([]);
  });

  it('is not visible to workers before that transaction ends', async () => {
    ran = [];
    worker = await startWorker(platform, { concurrency: 1 });
    const later = await platform.db.transaction(async (tx) => {
      const early = await platform.jobs.enqueue(tx, noting, { name: 'early' }, { actor: anActor() });
      const other = await enqueue(platform, noting, { name: 'other' });
      await until(platform, other, 'COMPLETED');
      expect(ran).toEqual(['other']);
      return early;
    });
    await until(platform, later, 'COMPLETED');
  });

  it('runs after those of higher priority, whatever their kind, and after older ones of its own', async () => {
    ran = [];
    const ids = [
      await enqueue(platform, noting, { name: 'third' }),
      await enqueue(platform, noting, { name: 'fourth' }),
      await enqueue(platform, noting, { name: 'first' }, { priority: 10 }),
      await enqueue(platform, noting, { name: 'second' }, { priority: 5 }),
      await enqueue(platform, noting, { name: 'last' }, { priority: -1 }),
    ];
    worker = await startWorker(platform, { concurrency: 1 });
    for (const id of ids) await until(platform, id, 'COMPLETED');
    expect(ran).toEqual(['first', 'second', 'third', 'fourth', 'last']);
  });

  it('gets its input with 64-bit integers intact, and the person who asked for it', async () => {
    ran = [];
    const asking = anActor({ role: 'admin' });
    const id = await enqueue(platform, noting, { name: 'big', big: 2n ** 63n - 1n }, { actor: asking });
    worker = await startWorker(platform, { concurrency: 1 });
    await until(platform, id, 'COMPLETED');
    expect(ran).toEqual(['big 9223372036854775807']);
    expect(actor).toEqual({ ...asking, via: 'job' });
  });
});

describe('a worker', () => {
  it('runs as many jobs at once as it may and shows their progress meanwhile', async () => {
    const held = gate();
    let atOnce = 0;
    const holding: JobKind<{ share: number }> = {
      name: 'test.holding',
      input: z.strictObject({ share: z.number() }),
      limits: 'heavy',
      retries: 0,
      async run(_platform, { share }, run) {
        atOnce++;
        await run.progress(share, 'Half of the rows are read');
        await held.passed;
        return undefined;
      },
    };
    platform.jobs.register(holding);
    const ids = await Promise.all([0.5, 0.25, 7].map((share) => enqueue(platform, holding, { share })));
    worker = await startWorker(platform, { concurrency: 2 });
    const seen = await eventually(async () => {
      const records = await Promise.all(ids.map((id) => record(platform, id)));
      return records.filter((one) => one.progress > 0).length === 2 && records;
    });
    expect(seen.map((one) => one.status).sort()).toEqual(['INITIALIZED', 'RUNNING', 'RUNNING']);
    expect(seen.find((one) => one.progress > 0)?.description).toBe('Half of the rows are read');
    expect(atOnce).toBe(2);
    held.open();
    for (const id of ids) expect(await until(platform, id, 'COMPLETED')).toMatchObject({ location: null, progress: 1 });
    expect(atOnce).toBe(3);
  });

  it('runs light jobs while every place for heavy ones is taken', async () => {
    const held = gate();
    const heavy = { ...noting, name: 'test.heavy', run: () => held.passed.then(() => undefined) };
    const light: typeof noting = { ...noting, name: 'test.light', lane: 'light' };
    platform.jobs.register(heavy);
    platform.jobs.register(light);
    const training = await enqueue(platform, heavy, { name: 'training' }, { priority: 100 });
    worker = await startWorker(platform, { concurrency: 1 });
    await until(platform, training, 'RUNNING');
    await until(platform, await enqueue(platform, light, { name: 'counting' }), 'COMPLETED');
    expect((await record(platform, training)).status).toBe('RUNNING');
    held.open();
    await until(platform, training, 'COMPLETED');
  });

  it('leaves kinds it does not know to others without counting that as a try', async () => {
    const { input, run } = noting;
    const unknown = { name: 'test.unknown', input, limits: 'heavy', retries: 0, run } as const;
    const id = await enqueue(platform, unknown, { name: 'future' });
    worker = await startWorker(platform, { concurrency: 1 });
    await eventually(async () => {
      const { rows } = await platform.db.pool.query(`SELECT 1 FROM pgboss.job WHERE id = $1 AND state = 'retry'`, [id]);
      return rows.length === 1;
    });
    expect(await record(platform, id)).toMatchObject({ status: 'INITIALIZED', attempts: 0 });
    await platform.jobs.cancel(id);
  });
});
