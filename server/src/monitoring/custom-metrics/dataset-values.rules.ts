import { type Column, textsOf } from '@almanac/engine';
import { refuse } from '#platform/http/problem.ts';
import { parseTimestamp } from '../scope/period.rules.ts';
import { countedAs, type MetricValue, wrongTime } from './gather.rules.ts';
import { MetricProblems } from './metric.problems.ts';
import type { MetricRow } from './metric.store.ts';
import { otherOrder, timeReader } from './time-format.rules.ts';

/** Which column of the dataset says what. */
export interface ValueColumns {
  readonly value: string;
  readonly sampleCount: string | null;
  readonly timestamp: { readonly columnName: string; readonly timeFormat: string | null } | null;
  readonly batch: string | null;
  /** All rows are of this batch. */
  readonly batchId: string | null;
  readonly segments: readonly { readonly name: string; readonly column: string }[];
}

interface Table {
  readonly rows: number;
  column(name: string): Column;
  /** How the dataset says a column of dates is written. */
  dateFormat(name: string): string | null;
}

type Reader<Value> = (row: number) => Value | undefined;

const texts = (column: Column): Reader<string> => {
  if (column.kind === 'numeric' || column.kind === 'boolean' || column.kind === 'date') {
    return (row) => (Number.isNaN(column.values[row]) ? undefined : String(column.values[row]));
  }
  const textAt = textsOf(column);
  return (row) => textAt(row) ?? undefined;
};

function times(column: Column, format: string | null, known: string | null): Reader<number> {
  if (column.kind === 'date') {
    if (format !== null && known !== null && otherOrder(format, known)) {
      refuse(MetricProblems.wrongColumn, column.name, `holds dates written as ${known}, not as ${format}`);
    }
    return (row) => (Number.isNaN(column.values[row]) ? undefined : column.values[row]);
  }
  if (column.kind === 'numeric' || column.kind === 'boolean') {
    return refuse(MetricProblems.wrongColumn, column.name, 'holds numbers where times are expected');
  }
  const read = format === null ? (text: string) => parseTimestamp(text)?.getTime() : timeReader(format);
  if (read === undefined) {
    return refuse(MetricProblems.wrongColumn, column.name, `cannot be read with the format ${format}`);
  }
  const textAt = texts(column);
  return (row) => {
    const text = textAt(row);
    return text === undefined ? undefined : read(text);
  };
}

/** The rows of a dataset as values; the first that will not do ends the work with a sentence about it. */
export function* valuesOfDataset(
  metric: MetricRow,
  table: Table,
  columns: ValueColumns,
  now: Date,
): Generator<MetricValue> {
  const value = table.column(columns.value);
  if (metric.definition.type !== 'categorical' && value.kind !== 'numeric' && value.kind !== 'boolean') {
    refuse(MetricProblems.wrongColumn, value.name, 'holds no numbers');
  }
  const valueAt: Reader<string | number> =
    value.kind === 'numeric' && metric.definition.type !== 'categorical' ? (row) => value.values[row] : texts(value);
  const counts = columns.sampleCount === null ? null : table.column(columns.sampleCount);
  if (counts !== null && counts.kind !== 'numeric') refuse(MetricProblems.wrongColumn, counts.name, 'holds no numbers');
  const { timestamp } = columns;
  const timeAt =
    timestamp &&
    times(table.column(timestamp.columnName), timestamp.timeFormat, table.dateFormat(timestamp.columnName));
  const batchAt = columns.batch === null ? null : texts(table.column(columns.batch));
  const segmentsAt = columns.segments.map(({ name, column }) => ({ name, at: texts(table.column(column)) }));
  for (let row = 0; row < table.rows; row++) {
    const wrong = (column: string, why: string): never => refuse(MetricProblems.wrongRow, row + 1, column, why);
    const sent = valueAt(row);
    const counted =
      sent === undefined || Number.isNaN(sent)
        ? wrong(columns.value, 'there is no value')
        : countedAs(metric.definition, typeof sent === 'string' && value.kind === 'boolean' ? Number(sent) : sent);
    if (typeof counted === 'string') return wrong(columns.value, counted);
    if (Math.abs(counted.value) > 1e100) wrong(columns.value, 'the value is not between -1e100 and 1e100');
    const samples = counts === null ? 1 : (counts.values[row] as number);
    if (!Number.isInteger(samples) || samples < 1 || samples > 1e9) {
      wrong(columns.sampleCount ?? '', `${samples} is no whole number from 1 to 1000000000`);
    }
    const batchId =
      batchAt === null ? columns.batchId : (batchAt(row) ?? wrong(columns.batch ?? '', 'no batch is named'));
    const at = batchId !== null || timeAt === null ? now.getTime() : timeAt(row);
    if (at === undefined) return wrong(timestamp?.columnName ?? '', 'there is no time, or it cannot be read');
    const late = wrongTime(at, now);
    if (late !== null) wrong(timestamp?.columnName ?? '', late);
    const segments = segmentsAt.flatMap(({ name, at: textAt }) => {
      const text = textAt(row);
      return text === undefined || text === '' ? [] : [{ name, value: text.slice(0, 200) }];
    });
    yield { metricId: metric.id, ...counted, samples, batchId, at, segments };
  }
}
