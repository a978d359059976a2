import { expect, test } from 'vitest';
import { Coalescer } from './coalescer.ts';

test('whoever comes during one turn shares the next, and a turn that failed keeps no later one from beginning', async () => {
  const turns: number[][] = [];
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const together = new Coalescer(async (all: readonly number[]) => {
    turns.push([...all]);
    if (turns.length === 1) await opened;
    if (all.includes(2)) throw new Error('Not this time');
    return all.length;
  });
  const first = together.with(1);
  await Promise.resolve();
  await Promise.resolve();
  const second = Promise.allSettled([together.with(2), together.with(3)]);
  open();
  expect(await first).toBe(1);
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await together.with(4)).toBe(1);
  expect(turns).toEqual([[1], [2, 3], [4]]);
});
