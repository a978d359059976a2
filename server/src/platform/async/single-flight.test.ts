import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

test('overlapping calls with one key share a run, later calls run anew', async () => {
  const flight = new SingleFlight<string, number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(await Promise.all([flight.run('a', work), flight.run('a', work), flight.run('b', work)])).toEqual([1, 1, 2]);
  expect(await flight.run('a', work)).toBe(3);
});

test('a failed run is not remembered', async () => {
  const flight = new SingleFlight<string, number>();
  await expect(flight.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await flight.run('a', async () => 1)).toBe(1);
});

test('what began before `forget` is not shared with later callers', async () => {
  const flight = new SingleFlight<string, number>();
  let finish = (_: number) => {};
  const first = flight.run('a', () => new Promise((resolve) => (finish = resolve)));
  flight.forget('a');
  const second = flight.run('a', async () => 2);
  finish(1);
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});
