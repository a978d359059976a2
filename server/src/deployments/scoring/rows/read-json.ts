import { isUtf8 } from 'node:buffer';
import { parseJson } from '#platform/json.ts';
import type { ManifestColumn } from '../../model-manifest.ts';
import { columnSink, KeptSink } from './column-builders.ts';
import {
  type Flaw,
  type KeptCell,
  MOST_FLAWS,
  refuseTooManyCells,
  type SentRows,
  TooManyColumns,
  UnreadableRows,
  type Wanted,
} from './sent-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of a JSON array of flat objects, typed column by column. */
export function readJson(bytes: Uint8Array, wanted: Wanted): SentRows {
  const rows = rowsIn(parseBody(bytes));
  const names = namesIn(rows);
  const { mostColumns: most = Number.POSITIVE_INFINITY } = wanted;
  if (names.length > most) throw new TooManyColumns(names.length, most);
  const sent = new Set(names);
  const flaws: Flaw[] = [];
  const known = wanted.columns.filter(({ name }) => sent.has(name));
  const keep = wanted.kept === 'all' ? names : wanted.kept.filter((name) => sent.has(name));
  refuseTooManyCells(rows.length, known.length + keep.length);
  const columns = known.map((column) => readColumn(rows, column, flaws));
  const kept = new Map(keep.map((name) => [name, keptCells(rows, name)] as const));
  return { rows: rows.length, names, frame: { rows: rows.length, columns }, kept, flaws };
}

function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new UnreadableRows('The request has no data: send a JSON array of objects, one a row.');
  try {
    return parseJson(bytes);
  } catch (error) {
    const text = isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : '';
    const read = text.replace(NO_NUMBERS, (found) => (found.startsWith('"') ? found : 'null'));
    if (read !== text) return parseBody(Buffer.from(read));
    throw new UnreadableRows(error instanceof Error ? error.message : String(error));
  }
}

/**
 * What Python writes for a number that is none; and texts, in which the same letters are letters. A text without an end
 * is one match too: else a long one would be searched from every quote in it.
 */
const NO_NUMBERS = /"(?:[^"\\]|\\[\s\S])*"?|-?Infinity\b|\bNaN\b/g;

function rowsIn(sent: unknown): readonly Row[] {
  if (!Array.isArray(sent)) {
    throw new UnreadableRows('The JSON must be an array of objects, one a row, like [{"column": 1}].');
  }
  const odd = sent.findIndex((row) => typeof row !== 'object' || row === null || Array.isArray(row));
  if (odd >= 0)
    throw new UnreadableRows(`Row ${odd} of the JSON array is no object. Send one object with named values a row.`);
  return sent as readonly Row[];
}

/** Names in the order they are first met. */
function namesIn(rows: readonly Row[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const names = Object.keys(first);
  if (rows.length === 1) return names;
  const all = new Set(names);
  for (const row of rows) for (const name in row) all.add(name);
  return all.size === names.length ? names : [...all];
}

/** The value itself; what every object inherits was not sent. */
function cellOf(row: Row, name: string): unknown {
  const value = row[name];
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
  return Object.hasOwn(row, name) ? value : undefined;
}

function readColumn(rows: readonly Row[], column: ManifestColumn, flaws: Flaw[]) {
  const sink = columnSink(column, rows.length);
  for (let row = 0; row < rows.length; row++) {
    const value = cellOf(rows[row] as Row, column.name);
    if (value === null || value === undefined || value === '') sink.none(row);
    else if ((typeof value === 'object' || !sink.value(row, value as KeptCell)) && flaws.length < MOST_FLAWS) {
      sink.none(row);
      flaws.push({ row, column: column.name, text: describe(value), wanted: sink.wanted });
    }
  }
  return sink.finish(rows.length);
}

const describe = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : (JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? '');

function keptCells(rows: readonly Row[], name: string): readonly KeptCell[] {
  const sink = new KeptSink();
  rows.forEach((row, at) => {
    const value = cellOf(row, name);
    if (value === null || value === undefined) sink.none(at);
    else sink.value(at, typeof value === 'object' ? describe(value) : (value as KeptCell));
  });
  return sink.cells;
}
