import { expect, test } from 'vitest';
import { argumentsOf, stepFromJson } from './complete.ts';
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
