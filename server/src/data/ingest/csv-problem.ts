import { problem } from '#platform/http/problem.ts';
import { DuckdbProblem } from '../duckdb/duckdb-problem.ts';
import type { Dialect, HeadRecord } from './csv-records.ts';
import { IngestProblems } from './ingest.problems.ts';
import { lineOfRecord } from './line-ends.ts';

export interface CsvFile {
  readonly path: string;
  readonly dialect: Dialect;
  readonly header: HeadRecord;
  readonly longestLine: number;
}

export const isMixedLineEnds = (error: unknown): boolean =>
  error instanceof DuckdbProblem && error.message.includes('state machine reached an invalid state');

/** What DuckDB says about a line, as a sentence for the owner of the file; anything else as it is. */
export async function csvProblem(error: unknown, { path, dialect, header, longestLine }: CsvFile): Promise<unknown> {
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
