import type { Column } from '../dialects/dialect.ts';
import { Operation } from '../recipe.operations.ts';
import type { RecipeInput } from './recipe-input.ts';

/** Sales with everything that goes wrong: gaps, other scripts, quotes, ties in time, equal rows. */
export const salesColumns: readonly Column[] = [
  { name: 'id', type: 'integer' },
  { name: 'store', type: 'string' },
  { name: 'day', type: 'date' },
  { name: 'sold at', type: 'timestamp' },
  { name: 'Größe "x"', type: 'string' },
  { name: 'amount', type: 'double' },
  { name: 'count', type: 'integer' },
  { name: 'promo', type: 'boolean' },
];

export const storeColumns: readonly Column[] = [
  { name: 'store', type: 'string' },
  { name: 'city', type: 'string' },
  { name: 'opened', type: 'date' },
];

export const inputs: readonly RecipeInput[] = [
  { alias: 'sales', relation: ['sales'], datasetId: 'd1', dataSourceId: 't1', columns: salesColumns },
  { alias: 'stores', relation: ['stores'], datasetId: 'd2', dataSourceId: 't2', columns: storeColumns },
];

type Cell = string | number | boolean | null;
const texts = ['red', 'RED', 'blue', "o'clock", 'a"b', 'ünïcode', '日本', '', 'x\\y', '50% off', null];

/** The rows of sales, the same each time: a small generator stands in for chance. */
export function salesRows(count: number): readonly (readonly Cell[])[] {
  let state = 7;
  const pick = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const two = (n: number) => String(n).padStart(2, '0');
  return Array.from({ length: count }, (_, i) => {
    const day = `2024-${two(1 + pick(3))}-${two(1 + pick(28))}`;
    return [
      i % 10 === 9 ? i - 1 : i,
      pick(12) === 0 ? null : `S${pick(4)}`,
      pick(15) === 0 ? null : day,
      pick(9) === 0 ? null : `${day} ${two(pick(24))}:${two(pick(60))}:${two(pick(60))}`,
      texts[pick(texts.length)] ?? null,
      pick(8) === 0 ? null : pick(2000) / 8 - 50,
      pick(10) === 0 ? null : pick(6),
      pick(7) === 0 ? null : pick(2) === 0,
    ];
  });
}

export const storeRows: readonly (readonly Cell[])[] = [
  ['S0', 'Köln', '2001-05-01'],
  ['S1', 'Oslo', null],
  ['S1', 'Bergen', '2010-01-31'],
  ['S9', 'Nowhere', '2020-02-29'],
  [null, 'Nothing', '2020-02-29'],
];

const series = { datetimePartitionColumn: 'day', multiseriesIdColumn: 'store' };

/** Parsed, so that defaults are as in the API. */
const step = (directive: Operation['directive'], args: unknown) => [Operation.parse({ directive, arguments: args })];

/** One example of every directive, and more where its arguments change the SQL. */
export const examples: Readonly<Record<string, readonly Operation[]>> = {
  'compute-new': step('compute-new', {
    newFeatureName: 'per piece',
    expression: 'amount / count + coalesce(id % 3, 0)',
  }),
  'compute-new-text': step('compute-new', {
    newFeatureName: 'label',
    expression: "concat(upper(store), '-', substr(store, 1, 1))",
  }),
  'compute-new-date': step('compute-new', {
    newFeatureName: 'late',
    expression: "case when year(day) = 2024 and month(day) >= 2 then day else date '2024-01-01' end",
  }),
  'compute-new-window': step('compute-new', {
    newFeatureName: 'share',
    expression: 'sum(count) over (partition by store)',
  }),
  'transform-existing': step('transform-existing', { column: 'amount', expression: 'round(abs(amount), 1)' }),
  'drop-columns': step('drop-columns', { columns: ['promo', 'sold at'] }),
  'rename-columns': step('rename-columns', {
    columnMappings: [
      { originalName: 'id', newName: 'count' },
      { originalName: 'count', newName: 'id' },
    ],
  }),
  'filter-and': step('filter', {
    conditions: [
      { column: 'amount', function: 'gte', functionArguments: [0.5] },
      { column: 'day', function: 'between', functionArguments: ['2024-01-10', '2024-03-01T12:00:00Z'] },
      { column: 'Größe "x"', function: 'notnull', functionArguments: [] },
    ],
  }),
  'filter-or': step('filter', {
    operator: 'or',
    conditions: [
      { column: 'Größe "x"', function: 'contains', functionArguments: ["'"] },
      { column: 'promo', function: 'eq', functionArguments: [true] },
      { column: 'store', function: 'null' },
    ],
  }),
  'filter-drop': step('filter', {
    keepRows: false,
    conditions: [
      { column: 'store', function: 'lt', functionArguments: ['S2'] },
      { column: 'count', function: 'neq', functionArguments: ['3'] },
    ],
  }),
  'replace-exact': step('replace', { origin: 'Größe "x"', searchFor: 'Red', replacement: "it's $1 \\ red" }),
  'replace-number': step('replace', { origin: 'count', searchFor: '3', replacement: '30' }),
  'replace-partial': step('replace', { origin: 'Größe "x"', searchFor: 'R', replacement: '\\1', matchMode: 'partial' }),
  'replace-partial-case': step('replace', {
    origin: 'Größe "x"',
    searchFor: '"',
    replacement: '.',
    matchMode: 'partial',
    isCaseSensitive: true,
  }),
  'replace-regex': step('replace', {
    origin: 'Größe "x"',
    searchFor: '(r)(e)',
    replacement: '<$2$1$$>',
    matchMode: 'regex',
  }),
  'join-inner': step('join', {
    joinType: 'inner',
    source: 'dataset',
    rightDatasetId: 'd2',
    leftKeys: ['store'],
    rightKeys: ['store'],
  }),
  'join-left': step('join', {
    joinType: 'left',
    source: 'table',
    rightDataSourceId: 't2',
    leftKeys: ['store'],
    rightKeys: ['store'],
    rightPrefix: 'right ',
  }),
  'join-cartesian': step('join', { joinType: 'cartesian', source: 'dataset', rightDatasetId: 'd2', rightPrefix: 'r.' }),
  aggregate: step('aggregate', {
    groupBy: ['store'],
    aggregations: [
      { feature: 'amount', functions: ['sum', 'avg', 'min', 'max', 'median', 'stddev'] },
      { feature: 'count', functions: ['sum', 'count', 'count-distinct', 'median', 'most-frequent'] },
      { feature: 'Größe "x"', functions: ['min', 'max', 'most-frequent', 'count-distinct'] },
      { feature: 'day', functions: ['min', 'most-frequent'] },
    ],
  }),
  'dedupe-rows': [
    ...step('drop-columns', { columns: ['sold at', 'amount', 'id', 'day', 'promo'] }),
    ...step('dedupe-rows', {}),
  ],
  lags: step('lags', { column: 'amount', orders: [1, 7], ...series }),
  'window-numeric-stats': step('window-numeric-stats', {
    column: 'count',
    windowSize: 4,
    methods: ['max', 'min', 'avg', 'stddev', 'median'],
    rollingMedianUserDefinedFunction: 'tools.median',
    ...series,
  }),
  'window-categorical-stats': step('window-categorical-stats', {
    column: 'Größe "x"',
    windowSize: 5,
    methods: ['most-frequent'],
    rollingMostFrequentUserDefinedFunction: 'tools.mode',
    ...series,
  }),
  'time-series': [
    ...step('filter', { conditions: [{ column: 'day', function: 'notnull' }] }),
    ...step('time-series', {
      targetColumn: 'amount',
      ...series,
      forecastDistances: [1, 3],
      baselinePeriods: [1, 2],
      knownInAdvanceColumns: ['promo'],
      rollingMedianUserDefinedFunction: 'tools.median',
      rollingMostFrequentUserDefinedFunction: 'tools.mode',
      taskPlan: [
        {
          column: 'amount',
          taskList: [
            { name: 'lags', arguments: { orders: [1] } },
            { name: 'numeric-stats', arguments: { windowSize: 3, methods: ['avg', 'median'] } },
          ],
        },
        {
          column: 'Größe "x"',
          taskList: [{ name: 'categorical-stats', arguments: { windowSize: 3, methods: ['most-frequent'] } }],
        },
      ],
    }),
  ],
};
