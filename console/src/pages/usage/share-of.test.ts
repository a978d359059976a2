import { expect, test } from 'vitest';
import { shareOf } from './share-of.ts';

test.each([
  [0, 10, 0],
  [5, 10, 0.5],
  [12, 10, 1],
  [0, 0, 1],
  [2n ** 62n, 2n ** 63n, 0.5],
])('%d of %d is %d', (used, limit, share) => {
  expect(shareOf(used, limit)).toBe(share);
});
