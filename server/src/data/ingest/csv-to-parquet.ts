import { join } from 'node:path';
import { problem } from '#platform/http/problem.ts';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteText } from '../duckdb/duckdb-text.ts';
import { roomFor } from '../duckdb/parquet.ts';
import { repairNames } from './column-names.ts';
import { findDialect } from './csv-dialect.rules.ts';
import { csvProblem, isMixedLineEnds } from './csv-problem.ts';
import { csvRecords, type Dialect, type HeadRecord } from './csv-records.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile, ParquetTable } from './ingest-file.ts';
import { headOf } from './land-file.ts';
import { evenLineEnds } from './line-ends.ts';
import { writeTyped } from './typed-table.ts';

const HEAD_BYTES = 1024 ** 2;
const LONG_HEAD_BYTES = 32 * 1024 ** 2;
const LONGEST_LINE = 2_000_000;
const LINE_BYTES_PER_COLUMN = 2000;

/** Reads a UTF-8 text with a header line. */
export async function csvToParquet(file: IngestFile, text: string): Promise<ParquetTable> {
  const { dialect, header } = await lookAtHead(text, file.fileName);
  const names = repairNames(header.values);
  const path = join(file.folder, 'table.parquet');
  const read = async (source: string): Promise<ParquetTable> => {
    const table = { sql: csvSource(source, dialect, header, names.length), names };
    const room = { ...roomFor(file.config, names.length), files: [source, path], signal: file.signal };
    const typed = await writeTyped((work) => withDuckdb(room, work), table, path, file.rows);
    const reading = { format: 'csv', separator: dialect.separator } as const;
    return { ...typed, path, reading };
  };
  try {
    return await read(text).catch(async (error: unknown) => {
      if (!isMixedLineEnds(error)) throw error;
      return read(await evenLineEnds(text, join(file.folder, 'even.txt'), file.signal));
    });
  } catch (error) {
    throw await csvProblem(error, { path: text, dialect, header, longestLine: longestLine(names.length) });
  }
}

async function lookAtHead(path: string, fileName: string): Promise<{ dialect: Dialect; header: HeadRecord }> {
  for (const size of [HEAD_BYTES, LONG_HEAD_BYTES]) {
    const head = await headOf(path, size);
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
