import { quoteText } from '#data';
import type { KeptColumn } from './stored-rows.store.ts';

/** What every kept row has, beside the cells that were sent and answered. `place`: rows of one moment stay in order. */
export const FACTS = ['made_at', 'place', 'model_id', 'package_id', 'batch_id', 'association_id'] as const;
export const IN_ORDER = 'ORDER BY made_at, place';

/** A file of kept rows: Parquet, or lines that wait to become Parquet. */
export interface TableFile {
  readonly path: string;
  readonly format: 'parquet' | 'lines';
  readonly columns: readonly KeptColumn[];
  /** Of lines: no line is longer. */
  readonly longest?: number;
}

const idOf = ({ from, name }: KeptColumn): string => `${from} ${name}`;

/** The columns of several files together: those that were sent first, each where it was first seen. */
export function allColumns(files: readonly Pick<TableFile, 'columns'>[]): KeptColumn[] {
  const known = new Map<string, KeptColumn>();
  for (const { columns } of files) for (const column of columns) known.set(idOf(column), column);
  const all = [...known.values()];
  return [...all.filter(({ from }) => from === 'sent'), ...all.filter(({ from }) => from === 'answer')];
}

const SHORTEST_LIMIT = 2_000_000;

/** Cells stay texts, as they were written: what they mean is decided by whoever reads them. */
function source({ path, format, columns, longest = 0 }: TableFile): string {
  if (format === 'parquet') return `read_parquet(${quoteText(path)})`;
  const names = [...FACTS, ...columns.map((_, place) => `c${place}`)].map((name) => `${quoteText(name)}: 'VARCHAR'`);
  const limit = Math.max(SHORTEST_LIMIT, longest + 1);
  return `read_csv(${quoteText(path)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
    new_line = '\\n', parallel = false, max_line_size = ${limit}, columns = {${names.join(', ')}})`;
}

/** One table of all files; the columns of files are named by place, those of the table too. */
export function tableSql(files: readonly TableFile[], columns: readonly KeptColumn[]): string {
  const selects = files.map((file) => {
    const places = new Map(file.columns.map((column, place) => [idOf(column), place]));
    const isLines = file.format === 'lines';
    const at = isLines ? ['epoch_ms(made_at::BIGINT) AS made_at', 'place::BIGINT AS place'] : ['made_at', 'place'];
    const cells = columns.map((column, place) => {
      const found = places.get(idOf(column));
      return `${found === undefined ? 'NULL::VARCHAR' : `c${found}`} AS c${place}`;
    });
    return `SELECT ${[...at, ...FACTS.slice(2), ...cells].join(', ')} FROM ${source(file)}`;
  });
  return selects.join('\nUNION ALL\n');
}

/** A cell of a line; what is missing is nothing at all. */
export function lineCell(value: string | number | bigint | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value))) {
    return '';
  }
  return typeof value === 'string' ? `"${value.replaceAll('\0', '').replaceAll('"', '""')}"` : String(value);
}
