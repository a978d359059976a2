import { type CsvColumn, quoted } from '../../scoring/answer/csv-answer.ts';
import { ScoringRefusal } from '../../scoring/refusal.ts';
import { type CsvDialect, USUAL_CSV } from '../../scoring/rows/read-csv.ts';

export type Renamed = readonly { readonly inputName: string; readonly outputName: string | null }[];

/** Columns under the names that were asked for, without those that were not. */
export function renamedColumns(columns: readonly CsvColumn[], renamed: Renamed): CsvColumn[] {
  const names = new Map(renamed.map(({ inputName, outputName }) => [inputName, outputName]));
  return columns.flatMap((column) => {
    const name = names.get(column.name);
    if (name === null) return [];
    return [name === undefined ? column : { name, cell: (row: number) => column.cell(row) }];
  });
}

/** Two columns of one name would be one for whoever reads the file. */
export function refuseTwins(columns: readonly CsvColumn[]): void {
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

/** A line of cells, set apart as the caller's own files are. */
export function lineWriter(columns: readonly CsvColumn[], { delimiter, quote }: CsvDialect): (row: number) => string {
  const between = String.fromCharCode(delimiter);
  if (delimiter === USUAL_CSV.delimiter && quote === USUAL_CSV.quote) return joined(columns, between);
  const mark = String.fromCharCode(quote);
  return joined(
    columns.map(({ name, cell }) => ({ name, cell: (row: number) => redressed(cell(row), between, mark) })),
    between,
  );
}

function joined(columns: readonly CsvColumn[], between: string): (row: number) => string {
  const [first, ...others] = columns;
  if (first === undefined) return () => '\n';
  if (others.length === 0) return (row) => `${first.cell(row)}\n`;
  return (row) => {
    let line = first.cell(row);
    for (const column of others) line += between + column.cell(row);
    return `${line}\n`;
  };
}

function redressed(cell: string, between: string, mark: string): string {
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  const needsQuotes = text.includes(between) || text.includes(mark) || /[\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? mark + text.replaceAll(mark, mark + mark) + mark : text;
}

export const headOf = (columns: readonly CsvColumn[], dialect: CsvDialect): string =>
  lineWriter(
    columns.map(({ name }) => ({ name, cell: () => quoted(name) })),
    dialect,
  )(0);
