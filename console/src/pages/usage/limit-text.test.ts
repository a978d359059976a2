import { expect, test } from 'vitest';
import { limitText } from './limit-text.ts';

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
