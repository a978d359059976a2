import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind } from '../context.ts';
import type { Actor } from '../http/actor.ts';
import { anActor, aPlatform, enqueue, eventually, gate, record, until } from './jobs.fixtures.ts';
import type { Lane } from './queue.ts';
import { systemActor } from './stored-actor.ts';
import { startWorker, type Worker } from './worker.ts';

const platform = await aPlatform(await testDatabase({ connections: 20 }));
const north = anActor({ organizationId: '65f0000000000000000000a1', username: 'nora' });
const south = anActor({ organizationId: '65f0000000000000000000b2', username: 'saul' });

let order: string[] = [];
let hold: (name: string) => Promise<void> | undefined = () => undefined;
const kind = (lane: Lane): JobKind<{ name: string }> => ({
  name: `test.${lane}`,
  input: z.strictObject({ name: z.string() }),
  lane,
  limits: 'heavy',
  retries: 0,
  async run(_platform, { name }) {
    order.push(name);
    await hold(name);
    return undefined;
  },
});
const kinds = { heavy: kind('heavy'), light: kind('light'), scoring: kind('scoring') };
for (const one of Object.values(kinds)) platform.jobs.register(one);

const put = (lane: Lane, actor: Actor, ...names: string[]) =>
  names.reduce<Promise<string[]>>(
    async (before, name) => [...(await before), await enqueue(platform, kinds[lane], { name }, { actor })],
    Promise.resolve([]),
  );

let workers: Worker[] = [];
const aWorker = async (more: { lightConcurrency?: number; concurrency?: number } = {}) => {
  workers.push(await startWorker(platform, { concurrency: 1, leaseSeconds: 600, ...more }));
};
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  order = [];
  hold = () => undefined;
});
const all = (ids: readonly string[]) => Promise.all(ids.map((id) => until(platform, id, 'COMPLETED')));

describe('one slot', () => {
  it('is given to the organizations by turns; each one’s own jobs keep their order', async () => {
    const first = await put('heavy', north, 'n1', 'n2', 'n3', 'n4', 'n5');
    const second = await put('heavy', south, 's1', 's2');
    await aWorker();
    await all([...first, ...second]);
    expect(order.filter((name) => name.startsWith('n'))).toEqual(['n1', 'n2', 'n3', 'n4', 'n5']);
    expect(order.slice(0, 4).sort()).toEqual(['n1', 'n2', 's1', 's2']);
    expect(order[0]?.[0]).not.toBe(order[1]?.[0]);
    expect(order[1]?.[0]).not.toBe(order[2]?.[0]);
  });

  it('keeps priorities within an organization', async () => {
    const low = await enqueue(platform, kinds.heavy, { name: 'later' }, { actor: north, priority: -10 });
    const high = await enqueue(platform, kinds.heavy, { name: 'first' }, { actor: north, priority: 10 });
    await aWorker();
    await all([low, high]);
    expect(order).toEqual(['first', 'later']);
  });
});

describe('several slots', () => {
  it('the next free one goes to whoever waits and runs the fewest jobs, whichever worker has it', async () => {
    const held = gate();
    hold = () => held.passed;
    const busy = await put('heavy', north, 'n1', 'n2', 'n3', 'n4', 'n5', 'n6');
    await aWorker({ concurrency: 2 });
    await eventually(async () => order.length === 2);
    const waiting = await put('heavy', south, 's1');
    await aWorker({ concurrency: 2 });
    await eventually(async () => order.length === 4);
    expect(order.slice(0, 2).sort()).toEqual(['n1', 'n2']);
    expect(order.slice(2)).toContain('s1');
    held.open();
    await all([...busy, ...waiting]);
  });

  it('light work: one organization cannot hold all of them while another waits', async () => {
    const held = gate();
    hold = (name) => (name.startsWith('n') ? held.passed : undefined);
    const busy = await put('light', north, 'n1', 'n2', 'n3', 'n4', 'n5');
    await aWorker({ lightConcurrency: 2 });
    await eventually(async () => order.length === 2);
    const theirs = await put('light', south, 's1', 's2', 's3');
    const ours = await put('light', systemActor, 'event');
    await all([...theirs, ...ours]);
    expect(await record(platform, busy[2] ?? '')).toMatchObject({ status: 'INITIALIZED' });
    expect(order.filter((name) => name.startsWith('n')).sort()).toEqual(['n1', 'n2']);
    held.open();
    await all(busy);
  });
});
