import { type CsvColumn, quoteCell } from '../../scoring/reply/csv-reply.ts';
import type { AssociationIds } from '../../scoring/reply/reply-context.ts';
import { type CsvDialect, DEFAULT_CSV } from '../../scoring/rows/csv-records.ts';
import type { SentRows } from '../../scoring/rows/sent-rows.ts';
import { requirePassthrough } from '../../scoring/score-request.ts';
import { ScoringRefusal } from '../../scoring/scoring-refusal.ts';
import type { ScoredRows } from '../../scoring/scoring-request.ts';
import type { ChunkPlan } from './chunk-plan.ts';

type Renamed = readonly { readonly inputName: string; readonly outputName: string | null }[];

/** Renames and drops columns as requested. */
export function renameColumns(columns: readonly CsvColumn[], renamed: Renamed): CsvColumn[] {
  const names = new Map(renamed.map(({ inputName, outputName }) => [inputName, outputName]));
  return columns.flatMap((column) => {
    const name = names.get(column.name);
    if (name === null) return [];
    return [name === undefined ? column : { name, cell: (row: number) => column.cell(row) }];
  });
}

/** Readers of the file could not distinguish two columns of one name. */
export function refuseDuplicates(columns: readonly CsvColumn[]): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name)) {
      throw new ScoringRefusal(
        'passthrough',
        `The results would have two columns ${JSON.stringify(name)}. Pass the column through under another name ` +
          '(columnNamesRemapping), or leave it out of passthroughColumns.',
      );
    }
    seen.add(name);
  }
}

/** Writes a line of cells in the caller's dialect. */
export function lineWriter(columns: readonly CsvColumn[], { delimiter, quote }: CsvDialect): (row: number) => string {
  const between = String.fromCharCode(delimiter);
  if (delimiter === DEFAULT_CSV.delimiter && quote === DEFAULT_CSV.quote) return joinCells(columns, between);
  const mark = String.fromCharCode(quote);
  return joinCells(
    columns.map(({ name, cell }) => ({ name, cell: (row: number) => requote(cell(row), between, mark) })),
    between,
  );
}

function joinCells(columns: readonly CsvColumn[], between: string): (row: number) => string {
  const [first, ...others] = columns;
  if (first === undefined) return () => '\n';
  if (others.length === 0) return (row) => `${first.cell(row)}\n`;
  return (row) => {
    let line = first.cell(row);
    for (const column of others) line += between + column.cell(row);
    return `${line}\n`;
  };
}

function requote(cell: string, between: string, mark: string): string {
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  const needsQuotes = text.includes(between) || text.includes(mark) || /[\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? mark + text.replaceAll(mark, mark + mark) + mark : text;
}

export const headOf = (columns: readonly CsvColumn[], dialect: CsvDialect): string =>
  lineWriter(
    columns.map(({ name }) => ({ name, cell: () => quoteCell(name) })),
    dialect,
  )(0);

/** Columns that are returned unchanged, each once: the requested ones, then association IDs. */
export function passthroughColumns(
  plan: ChunkPlan,
  sent: SentRows,
  scored: ScoredRows,
  ids: AssociationIds | undefined,
): CsvColumn[] {
  const requested = plan.passthrough === 'all' ? sent.names : plan.passthrough;
  requirePassthrough(requested, sent);
  const isThere = (name: string) => sent.kept.has(name) || name === ids?.column;
  const taken = new Set(requested);
  const names = [...requested, ...plan.associations.filter((name) => isThere(name) && !taken.has(name))];
  const rowIds = scored.forecasts?.rowIds;
  return names.map((name) => {
    if (name === ids?.column) return { name, cell: (row) => quoteCell(ids.of(row)) };
    const cells = sent.kept.get(name) ?? [];
    return {
      name,
      cell: (row) => quoteCell(String(cells[rowIds === undefined ? row : (rowIds[row] as number)] ?? '')),
    };
  });
}

const utf8 = new TextEncoder();

/** Charsets of one byte a character, in which results are written back as the rows came. */
const ONE_BYTE = /^(windows-\d+|iso-8859-\d+|koi8-[ru]|ibm866|macintosh|x-mac-cyrillic)$/;

/** Results in the charset of the rows; in UTF-8 where that has more than one byte a character. */
export function encoderFor(charset: string): (text: string) => Uint8Array<ArrayBuffer> {
  const label = labelOf(charset);
  return ONE_BYTE.test(label) ? oneByte(label) : (text) => utf8.encode(text);
}

function labelOf(charset: string): string {
  const name = charset
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^latin-(\d)$/, 'latin$1')
    .replace(/^cp(125\d)$/, 'windows-$1');
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'utf-8';
  }
}

const tables = new Map<string, ReadonlyMap<string, number>>();
const QUESTION_MARK = 0x3f;

function oneByte(label: string): (text: string) => Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(label);
  const table =
    tables.get(label) ??
    new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const));
  tables.set(label, table);
  return (text) => Uint8Array.from(text, (character) => table.get(character) ?? QUESTION_MARK);
}
