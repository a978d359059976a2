import { expect, test } from 'vitest';
import type { Operation, Recipe } from '../../../api/recipes.ts';
import { downsamplingOf, formOf, rowsText, samplingOf, settingsOf } from './sampling-form.ts';

const recipe = (sampling: Operation | null, downsampling: Operation | null = null) =>
  ({
    inputs: [{ inputType: 'dataset', datasetId: 'd', alias: null, sampling }],
    downsampling,
    settings: { target: null, weightsFeature: null },
  }) as unknown as Recipe;

test.each<Operation | null>([
  null,
  { directive: 'limit', arguments: { rows: 500 } },
  { directive: 'random-sample', arguments: { rows: 2000 } },
  { directive: 'tablesample', arguments: { percent: 2.5 } },
  {
    directive: 'datetime-sample',
    arguments: { rows: 90, strategy: 'earliest', datetimePartitionColumn: 'day', multiseriesIdColumn: 'shop' },
  },
])('%o comes back as it was', (sampling) => {
  expect(samplingOf(formOf(recipe(sampling)))).toEqual(sampling);
});

test.each<Operation | null>([
  null,
  { directive: 'random-sample', arguments: { rows: 1000 } },
  { directive: 'smart-downsampling', arguments: { rows: 1000, method: 'zero-inflated' } },
])('of publications, %o comes back as it was', (downsampling) => {
  expect(downsamplingOf(formOf(recipe(null, downsampling)))).toEqual(downsampling);
});

test('names of columns that are left empty are none', () => {
  const form = { ...formOf(recipe(null)), target: ' sold ', weights: '' };
  expect(settingsOf(form)).toEqual({ target: 'sold', weightsFeature: null });
});

test('rows are told in words', () => {
  expect(rowsText(null)).toBe('all rows');
  expect(rowsText({ directive: 'random-sample', arguments: { rows: 10_000 } })).toBe('10,000 random rows');
  expect(rowsText({ directive: 'tablesample', arguments: { percent: 5 } })).toBe('5 % of the rows');
});
