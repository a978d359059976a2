import { describe, expect, test } from 'vitest';
import type { Dialect } from '../dialects/dialect.ts';
import { type Downsampling, Operation, Operations, type Sampling } from '../recipe.operations.ts';
import { compileRecipe, compileSql, StepProblem } from './index.ts';
import { inputs, salesColumns } from './recipe.fixtures.ts';

const operation = (directive: string, args: unknown) => Operation.parse({ directive, arguments: args });
const first = operation('drop-columns', { columns: ['promo'] });

function problemOf(compile: () => unknown): StepProblem {
  try {
    compile();
  } catch (error) {
    if (error instanceof StepProblem) return error;
    throw error;
  }
  throw new Error('Expected a refusal');
}

const refusal = (directive: string, args: unknown, dialect: Dialect = 'duckdb') =>
  problemOf(() => compileRecipe({ inputs, operations: [first, operation(directive, args)], dialect }));

const series = { datetimePartitionColumn: 'day', multiseriesIdColumn: 'store' };
const filterBy = (column: string, fun: string, ...functionArguments: unknown[]) => ({
  conditions: [{ column, function: fun, functionArguments }],
});

describe('a step that cannot be done says which, where, why and what to do', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['drop-columns', { columns: ['stor'] }, 'columns.0', /no column "stor". Did you mean "store"\?/],
    ['drop-columns', { columns: ['zzzzzz'] }, 'columns.0', /At this step there are "id", "store"/],
    ['drop-columns', { columns: ['promo'] }, 'columns.0', /no column "promo"/],
    [
      'drop-columns',
      { columns: salesColumns.map(({ name }) => name).filter((name) => name !== 'promo') },
      'columns',
      /every column/,
    ],
    ['compute-new', { newFeatureName: 'ID', expression: '1' }, 'newFeatureName', /already/],
    [
      'compute-new',
      { newFeatureName: 'x', expression: 'amuont * 2' },
      'expression',
      /Did you mean "amount"\? \(at character 1\)/,
    ],
    [
      'compute-new',
      { newFeatureName: 'x', expression: 'ronud(amount)' },
      'expression',
      /ronud may not be used.*Did you mean round/,
    ],
    ['compute-new', { newFeatureName: 'x', expression: 'sum(amount)' }, 'expression', /OVER.*aggregate operation/],
    ['compute-new', { newFeatureName: 'x', expression: 'amount +' }, 'expression', /found the end/],
    ['compute-new', { newFeatureName: 'a\u0000b', expression: '1' }, 'newFeatureName', /U\+0000/],
    ['compute-new', { newFeatureName: 'x'.repeat(1000), expression: '\ud800' }, 'expression', /has no meaning/],
    ['transform-existing', { column: 'nope', expression: '1' }, 'column', /no column "nope"/],
    [
      'rename-columns',
      { columnMappings: [{ originalName: 'id', newName: 'store' }] },
      'columnMappings.0.newName',
      /already/,
    ],
    [
      'rename-columns',
      {
        columnMappings: [
          { originalName: 'id', newName: 'a' },
          { originalName: 'store', newName: 'a' },
        ],
      },
      'columnMappings.1.newName',
      /already/,
    ],
    [
      'rename-columns',
      {
        columnMappings: [
          { originalName: 'id', newName: 'a' },
          { originalName: 'id', newName: 'b' },
        ],
      },
      'columnMappings.1.originalName',
      /twice/,
    ],
    [
      'filter',
      filterBy('amount', 'gt', 'many'),
      'conditions.0.functionArguments.0',
      /"amount" is double and "many" is not.*like 10/,
    ],
    ['filter', filterBy('day', 'eq', '31.01.2024'), 'conditions.0.functionArguments.0', /like 2024-01-31/],
    ['filter', filterBy('day', 'eq', '2024-02-31'), 'conditions.0.functionArguments.0', /like 2024-01-31/],
    ['filter', filterBy('Store ', 'null'), 'conditions.0.column', /Did you mean "store"/],
    ['filter', filterBy('store', 'eq', 'a\u0000'), 'conditions.0.functionArguments.0', /U\+0000/],
    ['replace', { origin: 'store', searchFor: '', matchMode: 'partial' }, 'searchFor', /nothing to look for/],
    ['replace', { origin: 'store', searchFor: '(?=a)b', matchMode: 'regex' }, 'searchFor', /lookaround/],
    ['replace', { origin: 'store', searchFor: '(a)\\1', matchMode: 'regex' }, 'searchFor', /back references/],
    [
      'join',
      { joinType: 'inner', source: 'dataset', rightDatasetId: 'd9', leftKeys: ['store'], rightKeys: ['store'] },
      'rightDatasetId',
      /d9 is not an input.*PUT inputs/,
    ],
    [
      'join',
      { joinType: 'inner', source: 'dataset', rightDatasetId: 'd2', leftKeys: ['id'], rightKeys: ['store'] },
      'rightKeys.0',
      /is integer and "store" of stores is string/,
    ],
    ['join', { joinType: 'cartesian', source: 'dataset', rightDatasetId: 'd2' }, 'rightPrefix', /"store" already/],
    [
      'aggregate',
      { groupBy: [], aggregations: [{ feature: 'store', functions: ['avg'] }] },
      'aggregations.0.functions.0',
      /avg needs a column of type integer or double, and "store" is string/,
    ],
    [
      'aggregate',
      { groupBy: ['id', 'id'], aggregations: [{ feature: 'store', functions: ['count'] }] },
      'groupBy',
      /already/,
    ],
    [
      'lags',
      { column: 'amount', orders: [1], ...series, datetimePartitionColumn: 'store' },
      'datetimePartitionColumn',
      /date or timestamp/,
    ],
    [
      'window-numeric-stats',
      { column: 'store', windowSize: 2, methods: ['avg'], ...series },
      'methods',
      /rolling avg needs/,
    ],
    [
      'time-series',
      { targetColumn: 'amount', ...series, forecastDistances: [1], taskPlan: [], forecastPoint: 'soon' },
      'forecastPoint',
      /like 2024-01-31/,
    ],
  ])('%s %j', (directive, args, argument, sentence) => {
    const { message, place, status, fields, extra } = refusal(directive, args);
    expect(place).toEqual({ operation: 1, directive, argument });
    expect(message).toMatch(sentence);
    expect(message.startsWith(`Operation 1 (${directive}) cannot be done: `)).toBe(true);
    expect({ status, extra, field: Object.keys(fields ?? {}) }).toEqual({
      status: 422,
      extra: { failedOperationsIndex: 1 },
      field: [`operations.1.arguments.${argument}`],
    });
  });

  test('an engine without a rolling median asks for a function of the person', () => {
    const args = { column: 'amount', windowSize: 2, methods: ['median'], ...series };
    expect(refusal('window-numeric-stats', args, 'snowflake').message).toMatch(/snowflake has no rolling median/);
  });

  test('a name longer than the engine keeps is refused, since it would be cut', () => {
    const args = { newFeatureName: 'ü'.repeat(40), expression: '1' };
    expect(refusal('compute-new', args, 'postgres').message).toMatch(/80 bytes long and postgres keeps 63/);
  });

  test('sampling, downsampling and SQL are named as what they are', () => {
    const sampling: Sampling = {
      directive: 'datetime-sample',
      arguments: { rows: 1, strategy: 'latest', datetimePartitionColumn: 'dya' },
    };
    const downsampling: Downsampling = { directive: 'smart-downsampling', arguments: { rows: 1, method: 'binary' } };
    const recipe = { inputs, operations: [], dialect: 'duckdb' as const };
    expect(problemOf(() => compileRecipe({ ...recipe, sampling })).message).toMatch(
      /^The sampling \(datetime-sample\).*"day"/,
    );
    expect(problemOf(() => compileRecipe({ ...recipe, downsampling })).message).toMatch(
      /needs a target. PATCH settings/,
    );
    expect(problemOf(() => compileRecipe({ ...recipe, downsampling, settings: { target: 'promo' } })).message).toMatch(
      /weightsFeature/,
    );
    const text = 'select * from sale';
    expect(problemOf(() => compileSql({ text, inputs, dialect: 'duckdb' })).message).toMatch(
      /"sale" is not an input.*sales.*at character 15/,
    );
  });
});

describe('shapes that are wrong by themselves are refused before anything is compiled', () => {
  test.each<[string, unknown]>([
    ['filter', { conditions: [] }],
    ['filter', filterBy('a', 'between', 1)],
    ['filter', filterBy('a', 'null', 1)],
    ['filter', filterBy('a', 'like', 'x')],
    ['join', { joinType: 'inner', source: 'dataset', rightDatasetId: 'd', leftKeys: ['a'], rightKeys: [] }],
    ['join', { joinType: 'cartesian', source: 'dataset', rightDatasetId: 'd', leftKeys: ['a'], rightKeys: ['a'] }],
    ['join', { joinType: 'left', source: 'table', rightDatasetId: 'd', leftKeys: ['a'], rightKeys: ['a'] }],
    ['aggregate', { groupBy: ['a'], aggregations: [{ feature: 'a', functions: ['mode'] }] }],
    ['lags', { column: 'a', orders: [0], datetimePartitionColumn: 'b' }],
    ['dedupe-rows', { columns: ['a'] }],
    ['compute-new', { expression: '1' }],
    ['unknown', {}],
  ])('%s %j', (directive, args) => {
    expect(Operations.safeParse([{ directive, arguments: args }]).success).toBe(false);
  });
});
