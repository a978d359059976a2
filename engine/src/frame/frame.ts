import { EngineProblem } from '../core/engine-problem.ts';

/**
 * Typed columns. One rule for missing values: NaN in numbers, -1 in category codes, null in texts.
 * A column is a frozen view on its arrays; nothing in the engine writes into the arrays of a column it was handed.
 */
export interface NumericColumn {
  readonly kind: 'numeric';
  readonly name: string;
  readonly values: Float64Array;
}

/** Booleans are 0, 1 or NaN so that every numeric kernel reads them as they are. */
export interface BooleanColumn {
  readonly kind: 'boolean';
  readonly name: string;
  readonly values: Float64Array;
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export interface DateColumn {
  readonly kind: 'date';
  readonly name: string;
  readonly values: Float64Array;
}

/** Dictionary-coded: `levels[codes[row]]`, code -1 where missing. */
export interface CategoricalColumn {
  readonly kind: 'categorical';
  readonly name: string;
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  readonly values: readonly (string | null)[];
}

export type Column = NumericColumn | BooleanColumn | DateColumn | CategoricalColumn | TextColumn;
export type ColumnKind = Column['kind'];

/** A table: columns of equal length with distinct names. */
export interface Frame {
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** Number of rows of a column. */
export function lengthOf(column: Column): number {
  return column.kind === 'categorical' ? column.codes.length : column.values.length;
}

/** Builds a frame, refusing ragged columns and repeated names. A frame without columns has no rows. */
export function frame(columns: readonly Column[]): Frame {
  const first = columns[0];
  const rows = first === undefined ? 0 : lengthOf(first);
  const seen = new Set<string>();
  for (const column of columns) {
    if (seen.has(column.name)) {
      throw new EngineProblem(
        'frame.duplicate-column',
        `Two columns are called "${column.name}". Rename or drop one of them.`,
        { column: column.name },
      );
    }
    seen.add(column.name);
    if (lengthOf(column) !== rows) {
      throw new EngineProblem(
        'frame.ragged',
        `Column "${column.name}" has ${lengthOf(column)} rows, "${first?.name}" has ${rows}. All columns need the same number of rows.`,
        { column: column.name, row: Math.min(rows, lengthOf(column)) },
      );
    }
  }
  return { rows, columns };
}

/** Of few columns looking at each is quicker than remembering where they are. */
const FEW = 8;
const places = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();

/**
 * The column with this name, if there is one: in constant time, so that asking for all columns of a wide table is
 * linear.
 */
export function columnNamed({ columns }: Pick<Frame, 'columns'>, name: string): Column | undefined {
  if (columns.length <= FEW) return columns.find((candidate) => candidate.name === name);
  let known = places.get(columns);
  if (known === undefined) {
    known = new Map(columns.map((one) => [one.name, one]));
    places.set(columns, known);
  }
  return known.get(name);
}

/** The column with this name, or a typed error that lists what there is. */
export function column(table: Frame, name: string): Column {
  const found = columnNamed(table, name);
  if (found === undefined) {
    const names = table.columns.map((candidate) => candidate.name).join(', ');
    throw new EngineProblem(
      'frame.no-such-column',
      `There is no column "${name}". The frame has: ${names || 'no columns'}.`,
      { column: name },
    );
  }
  return found;
}

function pick(values: Float64Array, rows: Int32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i += 1) picked[i] = values[rows[i] as number] as number;
  return picked;
}

/** The values at these rows, in this order. */
export const takeValues = pick;

function takeFromColumn(source: Column, rows: Int32Array): Column {
  if (source.kind === 'text') {
    return { ...source, values: Array.from(rows, (row) => source.values[row] ?? null) };
  }
  if (source.kind === 'categorical') {
    const codes = new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i += 1) codes[i] = source.codes[rows[i] as number] as number;
    return { ...source, codes };
  }
  return { ...source, values: pick(source.values, rows) };
}

/** The frame of these rows, in this order; a row may be asked for more than once. */
export function takeRows(table: Frame, rows: Int32Array): Frame {
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] as number;
    if (row < 0 || row >= table.rows) {
      throw new EngineProblem(
        'frame.no-such-row',
        `Row ${row} was asked for; the frame has rows 0 to ${table.rows - 1}.`,
        {
          row,
        },
      );
    }
  }
  return { rows: rows.length, columns: table.columns.map((source) => takeFromColumn(source, rows)) };
}

/** True where no row has a value. */
export function isEmptyColumn(column: Column): boolean {
  if (column.kind === 'categorical') return !column.codes.some((code) => code >= 0);
  if (column.kind === 'text') return !column.values.some((value) => value !== null);
  return !column.values.some((value) => !Number.isNaN(value));
}

/**
 * The frame without columns that hold nothing. Estimators refuse such columns by name; a search that draws its own
 * training rows drops them first, because a rare value may be missing from one fold and not from the next.
 */
export function withoutEmptyColumns(table: Frame): Frame {
  return { rows: table.rows, columns: table.columns.filter((column) => !isEmptyColumn(column)) };
}
