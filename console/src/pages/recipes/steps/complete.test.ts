import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argumentsOf, moveItem, reasonOf, stepFromJson } from './complete.ts';
import { directives } from './directives.ts';

const complete = (directive: string, values: Record<string, unknown>) =>
  argumentsOf(directives[directive]?.fields ?? [], values);

test('a comparison sends as many values as it compares with', () => {
  const filter = (comparison: string, functionArguments: string[]) =>
    complete('filter', { conditions: [{ column: 'a', function: comparison, functionArguments }] }).conditions;
  expect(filter('null', ['5'])).toEqual([{ column: 'a', function: 'null', functionArguments: [] }]);
  expect(filter('between', ['5'])).toEqual([{ column: 'a', function: 'between', functionArguments: ['5', ''] }]);
});

test('what is optional and empty is left out, and so is what is not asked for', () => {
  const values = { source: 'dataset', joinType: 'cartesian', rightDatasetId: 'd', leftKeys: ['a'], rightPrefix: '' };
  expect(complete('join', values)).toEqual({ source: 'dataset', joinType: 'cartesian', rightDatasetId: 'd' });
});

test('JSON that is no step says why', () => {
  expect(stepFromJson('{')).toMatch(/^This is not JSON/);
  expect(stepFromJson('[]')).toContain('"directive"');
  expect(stepFromJson('{"directive": "dedupe-rows"}')).toEqual({ directive: 'dedupe-rows', arguments: {} });
});

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
