import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveItem, reasonOf } from './move.ts';

test('moving keeps every item, and moving back undoes it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (items, a, b) => {
      const [from, to] = [a % items.length, b % items.length];
      expect(moveItem(items, from, to)[to]).toBe(items[from]);
      expect(moveItem(moveItem(items, from, to), to, from)).toEqual(items);
    }),
  );
});

test('an item at the edge stays there', () => {
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

test('the number of an operation is not repeated at its step', () => {
  expect(reasonOf('Operation 1 (filter) cannot be done: there is no column "x".')).toBe('There is no column "x".');
});
