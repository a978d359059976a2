import { join } from 'node:path';
import { problem } from '#platform/http/problem.ts';
import { DuckdbProblem, duckdbOptionsFor, withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteText } from '../duckdb/duckdb-sql.ts';
import { repairNames } from './column.rules.ts';
import { csvRecords, type Dialect, findDialect, type HeadRecord } from './csv-dialect.rules.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile, ParquetTable } from './ingest.types.ts';
import { lineOfRecord, normalizeLineEnds } from './line-ends.ts';
import { readHead } from './local-file.ts';
import { writeTyped } from './typed-table.ts';

const HEAD_BYTES = 1024 ** 2;
const LONG_HEAD_BYTES = 32 * 1024 ** 2;
const LONGEST_LINE = 2_000_000;
const LINE_BYTES_PER_COLUMN = 2000;

/** Reads a UTF-8 text with a header line. */
export async function csvToParquet(file: IngestFile, text: string): Promise<ParquetTable> {
  const { dialect, header } = await inspectHead(text, file.fileName);
  const names = repairNames(header.values);
  const path = join(file.folder, 'table.parquet');
  const read = async (source: string): Promise<ParquetTable> => {
    const table = { sql: csvSource(source, dialect, header, names.length), names };
    const duckdb = { ...duckdbOptionsFor(file.config, names.length), files: [source, path], signal: file.signal };
    const typed = await writeTyped((work) => withDuckdb(duckdb, work), table, path, file.rows);
    const reading = { format: 'csv', separator: dialect.separator } as const;
    return { ...typed, path, reading };
  };
  try {
    return await read(text).catch(async (error: unknown) => {
      if (!isMixedLineEnds(error)) throw error;
      return read(await normalizeLineEnds(text, join(file.folder, 'even.txt'), file.signal));
    });
  } catch (error) {
    throw await csvProblem(error, { path: text, dialect, header, longestLine: longestLine(names.length) });
  }
}

async function inspectHead(path: string, fileName: string): Promise<{ dialect: Dialect; header: HeadRecord }> {
  for (const size of [HEAD_BYTES, LONG_HEAD_BYTES]) {
    const head = await readHead(path, size);
    const complete = head.length < size;
    // A character cut in two at the end of the head is of no interest.
    const content = new TextDecoder('utf-8').decode(head);
    const dialect = findDialect(content, complete);
    const [header] = csvRecords(content, dialect, 1);
    if (header === undefined && complete) throw problem(IngestProblems.empty, fileName);
    if (header !== undefined && (!header.open || complete)) {
      if (header.open && (content.match(new RegExp(dialect.quote, 'g'))?.length ?? 0) % 2 === 1) {
        throw problem(IngestProblems.openQuote, header.line);
      }
      return { dialect, header };
    }
  }
  throw problem(IngestProblems.longLine, 1, LONG_HEAD_BYTES);
}

const longestLine = (columns: number) => Math.max(LONGEST_LINE, columns * LINE_BYTES_PER_COLUMN);

function csvSource(path: string, dialect: Dialect, header: HeadRecord, columns: number): string {
  const types = Array.from({ length: columns }, (_, i) => `'c${i}': 'VARCHAR'`).join(', ');
  return (
    `read_csv(${quoteText(path)}, auto_detect = false, delim = ${quoteText(dialect.separator)}, ` +
    `quote = ${quoteText(dialect.quote)}, escape = ${quoteText(dialect.escape)}, header = true, ` +
    `skip = ${header.line - 1}, max_line_size = ${longestLine(columns)}, columns = {${types}})`
  );
}

interface CsvFile {
  readonly path: string;
  readonly dialect: Dialect;
  readonly header: HeadRecord;
  readonly longestLine: number;
}

const isMixedLineEnds = (error: unknown): boolean =>
  error instanceof DuckdbProblem && error.message.includes('state machine reached an invalid state');

/** What DuckDB says about a line, as a sentence for the owner of the file; anything else as it is. */
async function csvProblem(error: unknown, { path, dialect, header, longestLine }: CsvFile): Promise<unknown> {
  if (!(error instanceof DuckdbProblem)) return error;
  const said = error.message;
  const number = /CSV Error on Line: (\d+)/.exec(said)?.[1];
  if (number === undefined) {
    return isMixedLineEnds(error) ? problem(IngestProblems.openQuote, header.line) : error;
  }
  const line = await lineOfRecord(path, dialect, Number(number));
  const widths = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(said);
  if (widths) return problem(IngestProblems.ragged, line, Number(widths[2]), Number(widths[1]));
  if (said.includes('unterminated quote')) return problem(IngestProblems.openQuote, line);
  if (/line size/i.test(said)) return problem(IngestProblems.longLine, line, longestLine);
  const [reason = 'cannot be read'] = said.split('\n').filter((one) => !/^(CSV Error|Original Line)/.test(one));
  return problem(IngestProblems.brokenLine, line, reason.replace(/\.$/, ''));
}
