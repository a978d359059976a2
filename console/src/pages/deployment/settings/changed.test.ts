import { expect, test } from 'vitest';
import { changed } from './changed.ts';

test('only what was changed is sent', () => {
  const before = { drift: { enabled: true, names: ['a'] }, humility: { enabled: false }, fairness: null };
  expect(changed(before, { ...before })).toEqual({});
  expect(changed(before, { ...before, drift: { enabled: true, names: ['a', 'b'] } })).toEqual({
    drift: { enabled: true, names: ['a', 'b'] },
  });
});
