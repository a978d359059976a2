import { expect, test } from 'vitest';
import { changedGroups } from './changed.ts';

test('only what was changed is sent', () => {
  const before = { drift: { enabled: true, names: ['a'] }, humility: { enabled: false }, fairness: null };
  expect(changedGroups(before, { ...before })).toEqual({});
  expect(changedGroups(before, { ...before, drift: { enabled: true, names: ['a', 'b'] } })).toEqual({
    drift: { enabled: true, names: ['a', 'b'] },
  });
});
