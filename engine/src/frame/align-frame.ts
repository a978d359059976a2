import { EngineProblem } from '../core/engine-problem.ts';
import { categoricalColumn, dateColumn, textColumn } from './build-columns.ts';
import { type Column, type ColumnKind, type Frame, lengthOf } from './frame.ts';

/** A column as a model learned it. */
export interface KnownColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/**
 * New rows in the shape of the rows a model learned from: its columns, each of the kind it had then. A file with a few
 * rows often reads differently (a column of names that happen to be numbers, a column without any value). What cannot
 * be read in the old kind is refused with its row; columns the model does not know are left out.
 */
export function alignFrame(table: Frame, known: readonly KnownColumn[], optional: ReadonlySet<string>): Frame {
  const byName = new Map(table.columns.map((one) => [one.name, one]));
  const missing = known.filter(({ name }) => !byName.has(name) && !optional.has(name)).map(({ name }) => name);
  if (missing.length > 0) {
    const list = missing.slice(0, 20).join(', ') + (missing.length > 20 ? `, and ${missing.length - 20} more` : '');
    throw new EngineProblem(
      'frame.missing-columns',
      `The data have no column ${list}. The model learned from ${missing.length === 1 ? 'it' : 'them'}: add ` +
        `${missing.length === 1 ? 'it' : 'them'}, with empty cells where values are not known.`,
      { column: missing[0] as string },
    );
  }
  const columns = known.map(({ name, kind }) => inKind(byName.get(name), name, kind, table.rows));
  return { rows: table.rows, columns };
}

function inKind(source: Column | undefined, name: string, kind: ColumnKind, rows: number): Column {
  if (source?.kind === kind) return source;
  const text = source === undefined ? () => null : textsOf(source);
  const texts = Array.from({ length: rows }, (_, row) => text(row));
  switch (kind) {
    case 'text':
      return textColumn(name, texts);
    case 'categorical':
      return categoricalColumn(name, texts);
    case 'date':
      return dateColumn(name, texts);
    default:
      return { kind, name, values: Float64Array.from(texts, (cell, row) => numberIn(cell, kind, name, row)) };
  }
}

/** Reads the cells of any column as people write them; missing cells are null. */
export function textsOf(source: Column): (row: number) => string | null {
  if (source.kind === 'categorical') return (row) => source.levels[source.codes[row] as number] ?? null;
  if (source.kind === 'text') return (row) => source.values[row] ?? null;
  const { values } = source;
  const say = {
    numeric: String,
    boolean: (value: number) => (value === 1 ? 'true' : 'false'),
    date: (value: number) => new Date(value).toISOString(),
  }[source.kind];
  return (row) => (row >= lengthOf(source) || Number.isNaN(values[row] as number) ? null : say(values[row] as number));
}

const YES = /^(true|yes|1)$/i;
const NO = /^(false|no|0)$/i;

function numberIn(cell: string | null, kind: 'numeric' | 'boolean', column: string, row: number): number {
  const text = cell?.trim() ?? '';
  if (text === '') return Number.NaN;
  if (YES.test(text) && (kind === 'boolean' || text !== '1')) return 1;
  if (NO.test(text) && (kind === 'boolean' || text !== '0')) return 0;
  const value = Number(text);
  if (!Number.isNaN(value) && kind === 'numeric') return value;
  const wanted = kind === 'numeric' ? 'a number' : 'true or false';
  throw new EngineProblem(
    'frame.wrong-kind',
    `Column "${column}" must hold ${wanted}, but row ${row} has ${JSON.stringify(text)}. Correct the cell or leave it empty.`,
    { column, row },
  );
}
