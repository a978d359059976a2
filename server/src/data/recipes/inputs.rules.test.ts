import { expect, test } from 'vitest';
import type { RecipeInput } from './recipe.schema.ts';
import { aliasesOf, tableName, wrongInputs } from './run/inputs.ts';

const limit = { directive: 'limit' as const, arguments: { rows: 5 } };
const dataset = (more: object = {}): RecipeInput => ({
  inputType: 'dataset',
  datasetId: 'd1',
  datasetVersionId: null,
  snapshotPolicy: 'latest',
  sampling: null,
  alias: null,
  ...more,
});
const table = (more: object = {}): RecipeInput => ({
  inputType: 'datasource',
  dataSourceId: 's1',
  dataStoreId: 'store',
  datasetId: null,
  sampling: null,
  alias: null,
  ...more,
});

test('one primary input, sampled, and others beside it are fine', () => {
  expect(wrongInputs([dataset({ sampling: limit }), dataset({ alias: 'right' })])).toEqual({});
  expect(wrongInputs([table({ sampling: limit }), table({ dataSourceId: 's2' })])).toEqual({});
});

test('every wrong input is named with its place', () => {
  const wrong = wrongInputs([
    dataset({ alias: 'same' }),
    dataset({ alias: 'SAME', sampling: limit }),
    table(),
    dataset({ snapshotPolicy: 'fixed' }),
  ]);
  expect(Object.keys(wrong)).toEqual([
    'inputs.1.sampling',
    'inputs.1.alias',
    'inputs.2.inputType',
    'inputs.3.datasetVersionId',
  ]);
  const stores = wrongInputs([table(), table({ dataStoreId: 'other' })]);
  expect(stores).toEqual({ 'inputs.1.dataStoreId': 'All tables are of one data store, here store' });
});

test('inputs without an alias are called by their names, numbered where two are alike', () => {
  const named = (name: string, alias: string | null = null) => ({ name, alias });
  expect(aliasesOf([named('sales'), named('Sales'), named('x', 'sales_2'), named('sales')])).toEqual([
    'sales',
    'Sales_3',
    'sales_2',
    'sales_4',
  ]);
});

test('a dataset is called as its file without the extensions', () => {
  expect(['sales.csv', 'sales.CSV.gz', 'sales 2024', 'v1.2', '.csv'].map(tableName)).toEqual([
    ...['sales', 'sales', 'sales 2024', 'v1.2', '.csv'],
  ]);
});
