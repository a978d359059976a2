import { expect, test } from 'vitest';
import { duration } from './duration.ts';

test.each([
  [-1, '0 s'],
  [12.4, '12 s'],
  [61, '1 min'],
  [7_200, '2 h'],
  [200_000, '2 d'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
