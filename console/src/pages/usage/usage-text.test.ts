import { expect, test } from 'vitest';
import { limitText, shareOf } from './usage-text.ts';

test.each([
  ['requests per min', 'requests a minute'],
  ['token per day', 'tokens a day'],
  ['concurrentRequests', 'requests at once'],
  ['inputSequenceLength', 'tokens of one input'],
])('%s is told as %s', (name, text) => {
  const of = { resourceType: 'deployment', resourceId: '5f00', resourceName: null } as const;
  const limit = { ...of, resource: `deployment 5f00 ${name}`, currentUsage: 0, maxUsage: 1, timeToExpire: 0 };
  expect(limitText(limit)).toBe(text);
});

test.each([
  [0, 10, 0],
  [5, 10, 0.5],
  [12, 10, 1],
  [0, 0, 1],
  [2n ** 62n, 2n ** 63n, 0.5],
])('%d of %d is %d', (used, limit, share) => {
  expect(shareOf(used, limit)).toBe(share);
});
