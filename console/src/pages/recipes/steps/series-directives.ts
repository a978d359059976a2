import { choicesOf, type Directive, type Field } from './field.ts';
import { enumerate, textOf, textsOf } from './read-values.ts';
import { windowMethods } from './words.ts';

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
export const seriesDirectives: Readonly<Record<string, Directive>> = {
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
