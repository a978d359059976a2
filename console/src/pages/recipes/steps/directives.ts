import { choicesOf, type Directive, enumerate, type Field, textOf, textsOf, type Values, valuesOf } from './field.ts';
import { aggregates, comparisons, joins, matches, operandsOf, windowMethods } from './words.ts';

const series: readonly Field[] = [
  { name: 'datetimePartitionColumn', label: 'Column with the time', kind: 'column' },
  {
    name: 'multiseriesIdColumn',
    label: 'Column naming the series',
    kind: 'column',
    optional: true,
    description: 'Optional: when the table holds several series',
  },
];
const column: Field = { name: 'column', label: 'Column', kind: 'column' };
const windowSize: Field = {
  name: 'windowSize',
  label: 'Rows in the window',
  kind: 'number',
  description: 'That many rows before each row',
};

/** Operations that look back along the time of each series. */
const seriesDirectives: Readonly<Record<string, Directive>> = {
  lags: {
    title: 'Add lags',
    about: 'Earlier values of a column beside the present one',
    blank: { column: '', orders: [1], datetimePartitionColumn: '' },
    fields: [
      column,
      { name: 'orders', label: 'Rows back', kind: 'numbers', description: 'For example 1, 7 and 28; Enter adds one' },
      ...series,
    ],
    summary: ({ column: name, orders }) => `${textOf(name)}, ${enumerate(textsOf(orders), 6)} rows back`,
  },
  'window-numeric-stats': {
    title: 'Rolling statistics',
    about: 'Averages and the like of a number over earlier rows',
    blank: { column: '', windowSize: 7, methods: ['avg'], datetimePartitionColumn: '' },
    fields: [
      column,
      windowSize,
      { name: 'methods', label: 'Statistics', kind: 'choices', choices: choicesOf(windowMethods) },
      ...series,
    ],
    summary: ({ column: name, windowSize: size, methods }) =>
      `${enumerate(textsOf(methods))} of ${textOf(name)} over ${textOf(size)} rows`,
  },
  'window-categorical-stats': {
    title: 'Rolling most frequent value',
    about: 'The commonest value over earlier rows',
    blank: { column: '', windowSize: 7, methods: ['most-frequent'], datetimePartitionColumn: '' },
    fields: [column, windowSize, ...series],
    summary: ({ column: name, windowSize: size }) => `Commonest ${textOf(name)} over ${textOf(size)} rows`,
  },
};

const expression: Field = {
  name: 'expression',
  label: 'Expression',
  kind: 'expression',
  description: 'For example: price * pieces, or upper(city)',
};

const condition = ({ column, function: comparison, functionArguments }: Values): string => {
  const words = comparisons[comparison as keyof typeof comparisons] ?? textOf(comparison);
  return [textOf(column), words, textsOf(functionArguments).join(' and ')].filter((part) => part !== '').join(' ');
};

const tables: Readonly<Record<string, Directive>> = {
  filter: {
    title: 'Filter rows',
    about: 'Keep matching rows, or drop them',
    blank: { keepRows: true, operator: 'and', conditions: [{ column: '', function: 'eq', functionArguments: [''] }] },
    fields: [
      { name: 'keepRows', label: 'Keep matching rows', kind: 'flag', description: 'Off: drop them' },
      {
        name: 'operator',
        label: 'Match',
        kind: 'choice',
        choices: choicesOf({ and: 'all conditions', or: 'any of the conditions' }),
      },
      {
        name: 'conditions',
        label: 'Condition',
        kind: 'list',
        add: 'Add a condition',
        blank: { column: '', function: 'eq', functionArguments: [''] },
        fields: [
          { name: 'column', label: 'Column', kind: 'column' },
          { name: 'function', label: 'Comparison', kind: 'choice', choices: choicesOf(comparisons) },
          {
            name: 'functionArguments',
            label: 'Value',
            kind: 'operands',
            count: (values) => operandsOf(values.function),
          },
        ],
      },
    ],
    summary: ({ conditions, keepRows, operator }) =>
      `${keepRows === false ? 'Drop' : 'Keep'} rows where ${valuesOf(conditions)
        .map(condition)
        .join(operator === 'or' ? ' or ' : ' and ')}`,
  },
  'compute-new': {
    title: 'Compute a column',
    about: 'A new column from an expression over the others',
    blank: { newFeatureName: '', expression: '' },
    fields: [{ name: 'newFeatureName', label: 'Name of the new column', kind: 'text' }, expression],
    summary: ({ newFeatureName, expression: text }) => `${textOf(newFeatureName)} = ${textOf(text)}`,
  },
  'transform-existing': {
    title: 'Change a column',
    about: 'The values of a column, computed anew in place',
    blank: { column: '', expression: '' },
    fields: [{ name: 'column', label: 'Column', kind: 'column' }, expression],
    summary: ({ column, expression: text }) => `${textOf(column)} becomes ${textOf(text)}`,
  },
  replace: {
    title: 'Find and replace',
    about: 'Values or parts of them, in one column',
    blank: { origin: '', searchFor: '', replacement: '', matchMode: 'exact', isCaseSensitive: false },
    fields: [
      { name: 'origin', label: 'Column', kind: 'column' },
      { name: 'matchMode', label: 'Find', kind: 'choice', choices: choicesOf(matches) },
      { name: 'searchFor', label: 'What to find', kind: 'text' },
      { name: 'replacement', label: 'Replace with', kind: 'text', optional: true },
      { name: 'isCaseSensitive', label: 'Upper and lower case differ', kind: 'flag' },
    ],
    summary: ({ origin, searchFor, replacement }) =>
      `In ${textOf(origin)}: “${textOf(searchFor)}” becomes “${textOf(replacement)}”`,
  },
  'rename-columns': {
    title: 'Rename columns',
    about: 'Give columns other names',
    blank: { columnMappings: [{ originalName: '', newName: '' }] },
    fields: [
      {
        name: 'columnMappings',
        label: 'Column',
        kind: 'list',
        add: 'Rename another',
        blank: { originalName: '', newName: '' },
        fields: [
          { name: 'originalName', label: 'Column', kind: 'column' },
          { name: 'newName', label: 'New name', kind: 'text' },
        ],
      },
    ],
    summary: ({ columnMappings }) =>
      enumerate(valuesOf(columnMappings).map((one) => `${textOf(one.originalName)} → ${textOf(one.newName)}`)),
  },
  'drop-columns': {
    title: 'Drop columns',
    about: 'Leave columns out',
    blank: { columns: [] },
    fields: [{ name: 'columns', label: 'Columns', kind: 'columns' }],
    summary: ({ columns }) => enumerate(textsOf(columns)),
  },
  aggregate: {
    title: 'Group and aggregate',
    about: 'One row for each group, with sums, averages and the like',
    blank: { groupBy: [], aggregations: [{ feature: '', functions: [] }] },
    fields: [
      { name: 'groupBy', label: 'Group by', kind: 'columns', description: 'Empty: one row for the whole table' },
      {
        name: 'aggregations',
        label: 'Aggregation',
        kind: 'list',
        add: 'Aggregate another column',
        blank: { feature: '', functions: [] },
        fields: [
          { name: 'feature', label: 'Column', kind: 'column' },
          { name: 'functions', label: 'Functions', kind: 'choices', choices: choicesOf(aggregates) },
        ],
      },
    ],
    summary: ({ groupBy, aggregations }) => {
      const groups = enumerate(textsOf(groupBy));
      const what = enumerate(
        valuesOf(aggregations).map((one) => `${enumerate(textsOf(one.functions))} of ${textOf(one.feature)}`),
      );
      return groups === '' ? what : `${what}, for each ${groups}`;
    },
  },
  join: {
    title: 'Join a dataset',
    about: 'Columns of another dataset beside these',
    blank: { source: 'dataset', joinType: 'left', rightDatasetId: '', leftKeys: [], rightKeys: [], rightPrefix: '' },
    fields: [
      { name: 'rightDatasetId', label: 'Dataset', kind: 'dataset', when: ({ source }) => source !== 'table' },
      { name: 'joinType', label: 'Kind', kind: 'choice', choices: choicesOf(joins) },
      { name: 'leftKeys', label: 'Keys here', kind: 'columns', when: ({ joinType }) => joinType !== 'cartesian' },
      {
        name: 'rightKeys',
        label: 'Keys there',
        kind: 'columns',
        description: 'As many, in the same order',
        when: ({ joinType }) => joinType !== 'cartesian',
      },
      { name: 'rightPrefix', label: 'Begin the names of its columns with', kind: 'text', optional: true },
    ],
    summary: ({ joinType, leftKeys }) =>
      joinType === 'cartesian' ? 'Every row with every row' : `${textOf(joinType)} on ${enumerate(textsOf(leftKeys))}`,
  },
  'dedupe-rows': {
    title: 'Remove duplicate rows',
    about: 'Each row once',
    blank: {},
    fields: [],
    summary: () => 'Each row once',
  },
};

/** Every operation with a form. What is not here is edited as JSON. */
export const directives: Readonly<Record<string, Directive>> = { ...tables, ...seriesDirectives };

export const directiveTitle = (name: string): string =>
  Object.hasOwn(directives, name) ? (directives[name]?.title ?? name) : name;

export function stepSummary({ directive, arguments: values }: { directive: string; arguments: Values }): string {
  return Object.hasOwn(directives, directive) ? (directives[directive]?.summary(values) ?? '') : '';
}
