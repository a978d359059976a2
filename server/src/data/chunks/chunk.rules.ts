import type { FieldErrors } from '#platform/http/problem.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import type { ColumnProfile } from '../profile/profile.types.ts';
import { typedValue } from '../profile/typed-value.ts';
import type { ChunkRows, PartitionMethod } from './chunks.tables.ts';

export interface ChunkOptions extends ChunkRows {
  readonly partitionMethod: PartitionMethod;
}

type Columns = readonly Pick<ColumnProfile, 'name' | 'summary'>[];

/** Dates without a zone are UTC, as all dates here are. */
const timeOf = (text: string): number =>
  Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : text.includes('T') ? `${text}Z` : text);

/** What is wrong with a definition, by field. */
export function chunkErrors(options: ChunkOptions, columns: Columns): FieldErrors {
  const known = new Set(columns.map(({ name }) => name));
  const errors: Record<string, string> = {};
  const missing = options.orderByColumns.filter((name) => !known.has(name));
  if (missing.length > 0) errors.orderByColumns = `The dataset has no column ${missing.map(quote).join(', ')}`;
  for (const field of ['targetColumn', 'datetimePartitionColumn'] as const) {
    const name = options[field];
    if (name !== null && !known.has(name)) errors[field] = `The dataset has no column ${quote(name)}`;
  }
  const dates = options.datetimePartitionColumn;
  if (options.partitionMethod === 'stratified' && options.targetColumn === null)
    errors.targetColumn = 'targetColumn is required with partitionMethod stratified';
  if (options.targetClass !== null && options.targetColumn === null)
    errors.targetClass = 'targetClass is a value of targetColumn; send both';
  if (options.partitionMethod === 'date') {
    const type = columns.find(({ name }) => name === dates)?.summary.featureType;
    if (dates === null)
      errors.datetimePartitionColumn = 'datetimePartitionColumn is required with partitionMethod date';
    else if (type !== undefined && type !== 'Date') errors.datetimePartitionColumn = `${quote(dates)} is no date`;
  } else {
    for (const field of ['otvValidationStartDate', 'otvValidationEndDate', 'otvTrainingEndDate'] as const)
      if (options[field] !== null) errors[field] = `${field} goes with partitionMethod date`;
  }
  const { otvValidationStartDate: start, otvValidationEndDate: end } = options;
  if ((start === null) !== (end === null))
    errors[start === null ? 'otvValidationStartDate' : 'otvValidationEndDate'] =
      'Send both ends of the validation, or none';
  else if (start !== null && end !== null && timeOf(start) >= timeOf(end))
    errors.otvValidationEndDate = `otvValidationEndDate ${end} must be after otvValidationStartDate ${start}`;
  return errors;
}

const quote = (name: string): string => JSON.stringify(name);

/** The name of the column with the row's number in the dataset, beside columns that may be called anything. */
export function numberColumn(names: readonly string[]): string {
  let name = 'almanac_row';
  while (names.includes(name)) name += '_';
  return name;
}

/** The rows of a Parquet file in the order in which they are cut into chunks, each with its number in the file. */
export function orderedRows(path: string, options: ChunkOptions, columns: Columns): string {
  const number = quoteName(numberColumn(columns.map(({ name }) => name)));
  const list = columns.map(({ name }) => quoteName(name)).join(', ');
  const source = `SELECT ${list}, file_row_number AS ${number} FROM read_parquet(${quoteText(path)}, file_row_number = true)`;
  const where = rowFilter(options, columns);
  return `SELECT * FROM (${source})${where} ORDER BY ${[...orderOf(options, columns, number), number].join(', ')}`;
}

function orderOf(options: ChunkOptions, columns: Columns, number: string): string[] {
  const way = options.isDescendingOrder ? 'DESC' : 'ASC';
  const said = options.orderByColumns.map((name) => `${quoteName(name)} ${way} NULLS LAST`);
  // Numbers in a row become an order without a pattern, the same one every time.
  const inside = said.length > 0 ? said : [`hash(${number})`];
  if (options.partitionMethod === 'date') return [`${dateOf(options, columns)} ${way} NULLS LAST`, ...said];
  if (options.partitionMethod === 'random') return inside;
  const target = `${quoteName(options.targetColumn ?? '')}::VARCHAR`;
  const stratum = options.targetClass === null ? target : `(${target} = ${quoteText(options.targetClass)})`;
  // The same share of every stratum in every stretch.
  const place = `row_number() OVER (PARTITION BY ${stratum} ORDER BY ${[...inside, number].join(', ')})`;
  return [`${place}::DOUBLE / count(*) OVER (PARTITION BY ${stratum})`];
}

/** Milliseconds since 1970 of the date column. */
export function dateOf({ datetimePartitionColumn: name }: ChunkOptions, columns: Columns): string {
  const found = columns.find((one) => one.name === name);
  return found === undefined ? 'NULL' : typedValue(found.summary, quoteName(found.name));
}

/** Rows of the validation, and after the end of the training, are in no chunk. */
function rowFilter(options: ChunkOptions, columns: Columns): string {
  if (options.partitionMethod !== 'date') return '';
  const date = dateOf(options, columns);
  const { otvValidationStartDate: start, otvValidationEndDate: end, otvTrainingEndDate: last } = options;
  const rules = [
    ...(last === null ? [] : [`${date} < ${timeOf(last)}`]),
    ...(start === null || end === null ? [] : [`NOT (${date} >= ${timeOf(start)} AND ${date} < ${timeOf(end)})`]),
  ];
  return rules.length === 0 ? '' : ` WHERE ${rules.join(' AND ')}`;
}
