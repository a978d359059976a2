/** The operations of a recipe as data: thirteen directives, four ways to sample the input, two to downsample the result. */

import { z } from 'zod';

const MOST_COLUMNS = 10_000;

const column = z.string().min(1).max(1000);
const columns = z.array(column).min(1).max(MOST_COLUMNS);
const rows = z.int().min(1).max(1_000_000_000);
const seed = z.int().min(0).max(2_147_483_647).nullish();
const steps = z.array(z.int().min(1).max(1000)).min(1).max(100);
const windowSize = z.int().min(1).max(10_000);
const userDefinedFunction = z.string().min(1).max(500).nullish();

const record = <D extends string, A extends z.ZodType>(directive: D, args: A) =>
  z.strictObject({ directive: z.literal(directive), arguments: args, skip: z.boolean().optional() });

export const FILTER_FUNCTIONS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'contains',
  'null',
  'notnull',
] as const;
export const AGGREGATE_FUNCTIONS = [
  'sum',
  'count',
  'count-distinct',
  'avg',
  'min',
  'max',
  'median',
  'stddev',
  'most-frequent',
] as const;
export const WINDOW_METHODS = ['max', 'min', 'avg', 'stddev', 'median'] as const;

const filterArgument = z.union([z.string().max(10_000), z.number(), z.boolean()]);
const argumentsNeeded = { null: 0, notnull: 0, between: 2 } as const;

const condition = z
  .strictObject({
    column,
    function: z.enum(FILTER_FUNCTIONS),
    functionArguments: z.array(filterArgument).max(10).default([]),
  })
  .superRefine((one, check) => {
    const needed = one.function in argumentsNeeded ? argumentsNeeded[one.function as 'between'] : 1;
    if (one.functionArguments.length === needed) return;
    check.addIssue({
      code: 'custom',
      path: ['functionArguments'],
      message: `${one.function} takes ${needed} argument${needed === 1 ? '' : 's'}, got ${one.functionArguments.length}`,
    });
  });

/** The row order of a time series: its date column, and the column naming the series where there are several. */
const series = { datetimePartitionColumn: column, multiseriesIdColumn: column.nullish() };

const joinArguments = z
  .strictObject({
    joinType: z.enum(['inner', 'left', 'cartesian']),
    source: z.enum(['table', 'dataset']),
    rightDataSourceId: z.string().max(100).nullish(),
    rightDatasetId: z.string().max(100).nullish(),
    rightDatasetVersionId: z.string().max(100).nullish(),
    leftKeys: z.array(column).max(100).nullish(),
    rightKeys: z.array(column).max(100).nullish(),
    rightPrefix: z.string().max(500).nullish(),
  })
  .superRefine((join, check) => {
    const say = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    const left = join.leftKeys?.length ?? 0;
    const right = join.rightKeys?.length ?? 0;
    if (join.source === 'dataset' && !join.rightDatasetId) say('rightDatasetId', 'A dataset join names rightDatasetId');
    if (join.source === 'table' && !join.rightDataSourceId)
      say('rightDataSourceId', 'A table join names rightDataSourceId');
    if (join.joinType === 'cartesian' && left + right > 0) say('leftKeys', 'A cartesian join takes no keys');
    if (join.joinType !== 'cartesian' && left === 0)
      say('leftKeys', `A ${join.joinType} join needs at least one pair of keys`);
    if (left !== right) say('rightKeys', `leftKeys has ${left} columns and rightKeys ${right}: give as many of each`);
  });

const numericMethods = z.array(z.enum(WINDOW_METHODS)).min(1);
const categoricalMethods = z.array(z.enum(['most-frequent'])).min(1);

const timeSeriesTask = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('lags'), arguments: z.strictObject({ orders: steps }) }),
  z.strictObject({
    name: z.literal('numeric-stats'),
    arguments: z.strictObject({ windowSize, methods: numericMethods }),
  }),
  z.strictObject({
    name: z.literal('categorical-stats'),
    arguments: z.strictObject({ windowSize, methods: categoricalMethods }),
  }),
]);

export const Operation = z.discriminatedUnion('directive', [
  record('compute-new', z.strictObject({ expression: z.string().min(1).max(10_000), newFeatureName: column })),
  // The contract names this directive without its arguments: here it computes a column in place.
  record('transform-existing', z.strictObject({ expression: z.string().min(1).max(10_000), column })),
  record('drop-columns', z.strictObject({ columns })),
  record(
    'rename-columns',
    z.strictObject({
      columnMappings: z
        .array(z.strictObject({ originalName: column, newName: column }))
        .min(1)
        .max(MOST_COLUMNS),
    }),
  ),
  record(
    'filter',
    z.strictObject({
      conditions: z.array(condition).min(1).max(1000),
      keepRows: z.boolean().default(true),
      operator: z.enum(['and', 'or']).default('and'),
    }),
  ),
  record(
    'replace',
    z.strictObject({
      origin: column,
      searchFor: z.string().max(10_000),
      replacement: z.string().max(10_000).default(''),
      matchMode: z.enum(['exact', 'partial', 'regex']).default('exact'),
      isCaseSensitive: z.boolean().default(false),
    }),
  ),
  record('join', joinArguments),
  record(
    'aggregate',
    z.strictObject({
      groupBy: z.array(column).max(1000),
      aggregations: z
        .array(z.strictObject({ feature: column, functions: z.array(z.enum(AGGREGATE_FUNCTIONS)).min(1) }))
        .min(1)
        .max(1000),
    }),
  ),
  record('dedupe-rows', z.strictObject({})),
  record('lags', z.strictObject({ column, orders: steps, ...series })),
  record(
    'window-numeric-stats',
    z.strictObject({
      column,
      windowSize,
      methods: numericMethods,
      ...series,
      rollingMedianUserDefinedFunction: userDefinedFunction,
    }),
  ),
  record(
    'window-categorical-stats',
    z.strictObject({
      column,
      windowSize,
      methods: categoricalMethods,
      ...series,
      rollingMostFrequentUserDefinedFunction: userDefinedFunction,
    }),
  ),
  record(
    'time-series',
    z.strictObject({
      targetColumn: column,
      ...series,
      forecastDistances: steps,
      taskPlan: z.array(z.strictObject({ column, taskList: z.array(timeSeriesTask).min(1).max(100) })).max(1000),
      baselinePeriods: steps.nullish(),
      knownInAdvanceColumns: z.array(column).max(1000).nullish(),
      rollingMedianUserDefinedFunction: userDefinedFunction,
      rollingMostFrequentUserDefinedFunction: userDefinedFunction,
      forecastPoint: z.string().max(100).nullish(),
    }),
  ),
]);
export type Operation = z.output<typeof Operation>;
export type Directive = Operation['directive'];
export type ArgumentsOf<D extends Directive> = Extract<Operation, { directive: D }>['arguments'];
export type TimeSeriesTask = z.output<typeof timeSeriesTask>;

export const Operations = z.array(Operation).max(1000);

const bare = <D extends string, A extends z.ZodType>(directive: D, args: A) =>
  z.strictObject({ directive: z.literal(directive), arguments: args });

const randomSample = bare('random-sample', z.strictObject({ rows, seed }));

/** How an input is sampled before the first operation; only the primary input may be. */
export const Sampling = z.discriminatedUnion('directive', [
  randomSample,
  bare('limit', z.strictObject({ rows })),
  bare(
    'datetime-sample',
    z.strictObject({
      rows,
      strategy: z.enum(['earliest', 'latest']),
      ...series,
      selectedSeries: z.array(z.string().max(1000)).max(1000).nullish(),
    }),
  ),
  bare('tablesample', z.strictObject({ percent: z.number().gt(0).max(100), seed })),
]);
export type Sampling = z.output<typeof Sampling>;

/** How the result is made smaller when it is published; never in a preview. */
export const Downsampling = z.discriminatedUnion('directive', [
  randomSample,
  bare('smart-downsampling', z.strictObject({ rows, method: z.enum(['binary', 'zero-inflated']), seed })),
]);
export type Downsampling = z.output<typeof Downsampling>;

export const DIALECTS = ['bigquery', 'databricks', 'postgres', 'snowflake', 'spark'] as const;
export const RecipeDialect = z.enum(DIALECTS);
