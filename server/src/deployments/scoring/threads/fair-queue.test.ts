import { expect, test } from 'vitest';
import { FairQueue, type Work } from './fair-queue.ts';

interface Named extends Work {
  readonly name: string;
}

/** `a1:3` is the third piece of work of caller a1 of organization a. */
const work = (name: string, bytes = 1): Named => {
  const [id = ''] = name.split(':');
  return { name, bytes, caller: { organizationId: id[0] ?? '', id } };
};

function queueOf(...names: string[]): FairQueue<Named> {
  const queue = new FairQueue<Named>();
  for (const name of names) queue.add(work(name));
  return queue;
}

test('organizations take turns, then their callers; each caller is served in order', () => {
  const queue = queueOf('a1:1', 'a1:2', 'a1:3', 'a1:4', 'a2:1', 'a2:2', 'b1:1', 'b1:2');
  const order: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    order.push(next.name);
    queue.done(next);
  }
  expect(order).toEqual(['a1:1', 'b1:1', 'a2:1', 'b1:2', 'a1:2', 'a2:2', 'a1:3', 'a1:4']);
});

test('who has the least running is next', () => {
  const queue = queueOf('a1:1', 'a1:2', 'a2:1', 'b1:1');
  const running = [queue.next(), queue.next(), queue.next()].map((one) => one?.name);
  expect(running).toEqual(['a1:1', 'b1:1', 'a2:1']);
  expect(queue.next({ ofCaller: 0, ofOrganization: Infinity })).toBeUndefined();
  queue.add(work('a3:1'));
  queue.add(work('c1:1'));
  expect(queue.next({ ofCaller: 0, ofOrganization: 0 })?.name).toBe('c1:1');
  expect(queue.next({ ofCaller: 0, ofOrganization: 0 })).toBeUndefined();
  expect(queue.next({ ofCaller: 0, ofOrganization: Infinity })?.name).toBe('a3:1');
  expect(queue.next()?.name).toBe('a1:2');
});

test('bytes that wait are counted a caller, and no longer when they are taken or removed', () => {
  const queue = new FairQueue<Named>();
  const [first, second] = [work('a1:1', 10), work('a1:2', 5)];
  queue.add(first);
  queue.add(second);
  const { caller } = first;
  expect(queue.waitingBytes(caller)).toBe(15);
  expect(queue.next()).toBe(first);
  expect(queue.waitingBytes(caller)).toBe(5);
  expect([queue.remove(first), queue.remove(second), queue.remove(second)]).toEqual([false, true, false]);
  expect([queue.waitingBytes(caller), queue.next()]).toEqual([0, undefined]);
});
