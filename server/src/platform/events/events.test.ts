import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { EventKind } from '../context.ts';
import { aPlatform, eventually, gate, skipBackoff } from '../jobs/jobs.fixtures.ts';
import { startWorker } from '../jobs/worker.ts';

const platform = await aPlatform(await testDatabase());
const { db, events } = platform;
const trained: EventKind<{ modelId: bigint }> = {
  name: 'model.trained',
  payload: z.strictObject({ modelId: z.bigint() }),
};
const ID = 9223372036854775807n;

const seen: { subscriber: string; modelId: bigint; key: string; attempt: number }[] = [];
let failuresLeft = 0;
let heldBack: Promise<void> = Promise.resolve();
events.subscribe(trained, 'counter', async (_platform, { modelId }, { idempotencyKey, attempt }) => {
  seen.push({ subscriber: 'counter', modelId, key: idempotencyKey, attempt });
});
events.subscribe(trained, 'flaky', async (_platform, { modelId }, { idempotencyKey, attempt }) => {
  seen.push({ subscriber: 'flaky', modelId, key: idempotencyKey, attempt });
  await heldBack;
  if (failuresLeft-- > 0) throw new Error('not yet');
});
const worker = await startWorker(platform, { concurrency: 2 });
afterAll(async () => {
  await worker.stop();
  await platform.jobs.close();
});

const idle = () =>
  eventually(async () => {
    await skipBackoff(platform);
    return (await db.pool.query('SELECT 1 FROM pgboss.job')).rows.length === 0;
  });

describe('a published event', () => {
  it('reaches every subscriber once, with its payload intact', async () => {
    seen.length = 0;
    await db.transaction((tx) => events.publish(tx, trained, { modelId: ID }));
    await idle();
    expect(seen.map(({ subscriber, modelId, attempt }) => ({ subscriber, modelId, attempt }))).toEqual([
      { subscriber: 'counter', modelId: ID, attempt: 1 },
      { subscriber: 'flaky', modelId: ID, attempt: 1 },
    ]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(2);
  });

  it('is not delivered when the transaction that published it is undone', async () => {
    seen.length = 0;
    const undone = db.transaction(async (tx) => {
      await events.publish(tx, trained, { modelId: ID });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await idle();
    expect(seen).toEqual([]);
  });

  it('is retried for the subscriber that failed, under the same key, and for no other', async () => {
    seen.length = 0;
    failuresLeft = 2;
    await db.transaction((tx) => events.publish(tx, trained, { modelId: ID }));
    await idle();
    expect(seen.map(({ subscriber, attempt }) => `${subscriber} ${attempt}`)).toEqual([
      'counter 1',
      'flaky 1',
      'flaky 2',
      'flaky 3',
    ]);
    expect(new Set(seen.filter((one) => one.subscriber === 'flaky').map(({ key }) => key)).size).toBe(1);
    expect((await db.pool.query('SELECT 1 FROM event_deliveries')).rows).toEqual([]);
  });

  it('is delivered again when the worker stops before the subscriber is done', async () => {
    seen.length = 0;
    const late = gate();
    heldBack = late.passed;
    const other = await startWorker(platform, { concurrency: 1, graceSeconds: 0 });
    await worker.stop();
    await db.transaction((tx) => events.publish(tx, trained, { modelId: ID }));
    await eventually(async () => seen.length === 2);
    await other.stop();
    heldBack = Promise.resolve();
    const another = await startWorker(platform, { concurrency: 1 });
    await idle();
    late.open();
    await another.stop();
    expect(seen.map(({ subscriber }) => subscriber).sort()).toEqual(['counter', 'flaky', 'flaky']);
  });

  it('refuses a payload that does not fit its kind', async () => {
    const wrong = db.transaction((tx) => events.publish(tx, trained, { modelId: 'x' as never }));
    await expect(wrong).rejects.toThrow('modelId');
  });
});

describe('subscribing', () => {
  it('twice under one name is a mistake', () => {
    expect(() => events.subscribe(trained, 'counter', async () => undefined)).toThrow('counter subscribes twice');
  });
});

describe('an emitted event', () => {
  it('reaches the listeners of this process now, whatever one of them does, until they leave', async () => {
    const heard: string[] = [];
    events.on(trained, () => {
      throw new Error('deaf');
    });
    events.on(trained, async () => {
      throw new Error('deaf later');
    });
    const leave = events.on(trained, ({ modelId }) => void heard.push(String(modelId)));
    events.emit(trained, { modelId: 1n });
    leave();
    events.emit(trained, { modelId: 2n });
    expect(heard).toEqual(['1']);
  });
});
