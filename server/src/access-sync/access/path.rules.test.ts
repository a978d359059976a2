import { expect, test } from 'vitest';
import { shortestWay } from './path.rules.ts';

const edge = (group_id: number, member_id: number) => ({ group_id, member_id });

test('the shortest way down, past rings and dead ends', () => {
  const edges = [edge(1, 2), edge(2, 3), edge(3, 1), edge(1, 4), edge(4, 5), edge(2, 6), edge(6, 5), edge(3, 5)];
  expect(shortestWay(1, [5], edges)).toEqual([1, 4, 5]);
  expect(shortestWay(1, [1, 5], edges)).toEqual([1]);
});

test('without a way there is what was granted', () => {
  expect(shortestWay(1, [9], [edge(1, 2)])).toEqual([1]);
});
