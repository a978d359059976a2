import { join } from 'node:path';
import { problem } from '#platform/http/problem.ts';
import { DuckdbProblem, duckdbOptionsFor, withDuckdb } from '../duckdb/duckdb-session.ts';
import { parquetOptions, quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import { repairNames } from './column.rules.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile, ParquetTable } from './ingest.types.ts';

/** Types every later step knows. The others become the nearest of these, or text. */
const KEPT = /^(BOOLEAN|BIGINT|DOUBLE|VARCHAR|DATE|TIMESTAMP)$/;
const WHOLE = /^(TINYINT|SMALLINT|INTEGER|UTINYINT|USMALLINT|UINTEGER)$/;
const FRACTIONAL = /^(FLOAT|DECIMAL.*|HUGEINT|UHUGEINT|UBIGINT)$/;
const MOMENT = /^TIMESTAMP(_S|_MS|_NS| WITH TIME ZONE)$/;
const NESTED = /(\[\d*\]|^STRUCT.*|^MAP.*|^UNION.*|^VARIANT.*)$/;

/** Writes a Parquet file again with our names and types: what came from outside is never read twice. */
export async function parquetToParquet(file: IngestFile, source: string): Promise<ParquetTable> {
  const path = join(file.folder, 'table.parquet');
  const from = `read_parquet(${quoteText(source)})`;
  const limit = file.rows === undefined ? '' : ` LIMIT ${file.rows}`;
  try {
    const found = await withDuckdb({ config: file.config, files: [source], signal: file.signal }, (session) =>
      session.rows(`DESCRIBE FROM ${from}`),
    );
    const names = repairNames(found.map((row) => String(row.column_name)));
    const list = found.map((row, i) => {
      const cell = quoteName(String(row.column_name));
      return `${castToStored(cell, String(row.column_type))} AS ${quoteName(names[i] ?? '')}`;
    });
    const [written] = await withDuckdb(
      { ...duckdbOptionsFor(file.config, names.length), files: [source, path], signal: file.signal },
      (session) =>
        session.rows(`COPY (SELECT ${list.join(', ')} FROM ${from}${limit}) TO ${parquetOptions(path, names.length)}`),
    );
    const rows = Number(written?.Count);
    return { path, columns: names.length, rows, reading: { format: 'parquet' }, dateFormats: new Map() };
  } catch (error) {
    if (!(error instanceof DuckdbProblem) || error.kind === 'Out of Memory') throw error;
    throw problem(IngestProblems.brokenFile, 'Parquet', (error.message.split('\n')[0] ?? '').replace(/\.$/, ''));
  }
}

export function castToStored(cell: string, type: string): string {
  if (KEPT.test(type)) return cell;
  if (WHOLE.test(type)) return `CAST(${cell} AS BIGINT)`;
  if (FRACTIONAL.test(type)) return `CAST(${cell} AS DOUBLE)`;
  if (MOMENT.test(type)) return `CAST(${cell} AS TIMESTAMP)`;
  if (NESTED.test(type)) return `CAST(to_json(${cell}) AS VARCHAR)`;
  return `CAST(${cell} AS VARCHAR)`;
}
