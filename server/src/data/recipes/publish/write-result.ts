import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { DuckdbProblem, type DuckdbSession, duckdbOptionsFor, withDuckdb } from '../../duckdb/duckdb-session.ts';
import { parquetOptions, quoteName, quoteText } from '../../duckdb/duckdb-sql.ts';
import type { ParquetTable } from '../../ingest/ingest.types.ts';
import { castToStored } from '../../ingest/parquet-to-parquet.ts';
import type { Asking } from '../recipe.access.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import type { RecipeRecord } from '../recipe.store.ts';
import type { FoundDataset, FoundTable } from '../run/inputs.ts';
import { onDuckdb } from '../run/on-duckdb.ts';
import { connectStore, onPostgres, type ResultColumn, type RowStream } from '../run/on-postgres.ts';
import { runOrder } from '../run/run-order.ts';

interface Place {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** How much more memory than usual a recipe that asks for a larger instance is given. */
const MEMORY_TIMES = { small: 1, medium: 2, large: 4 } as const;

/** From Parquet to Parquet in one statement. */
export function writeDuckdbResult(
  platform: Platform,
  recipe: RecipeRecord,
  datasets: readonly FoundDataset[],
  { folder, signal }: Place,
): Promise<ParquetTable> {
  const path = join(folder, 'result.parquet');
  const order = { recipe, operations: recipe.operations.length, purpose: 'publish' as const };
  const memoryTimes = MEMORY_TIMES[recipe.settings.sparkInstanceSize ?? 'small'];
  return onDuckdb(platform, datasets, { signal, result: path, memoryTimes }, (engine) =>
    runOrder(engine, order, (sql) => writeParquet(engine.session, sql, path)),
  );
}

/** Every type becomes one that datasets are stored with. */
async function writeParquet(session: DuckdbSession, sql: string, path: string): Promise<ParquetTable> {
  const columns = await session.rows(`DESCRIBE ${sql}`);
  const list = columns.map(({ column_name, column_type }) => {
    const name = quoteName(String(column_name));
    const kept = castToStored(name, String(column_type));
    return kept === name ? name : `${kept} AS ${name}`;
  });
  const [written] = await session.rows(
    `COPY (SELECT ${list.join(', ')} FROM (\n${sql}\n)) TO ${parquetOptions(path, columns.length)}`,
  );
  const reading = { format: 'parquet' } as const;
  return { path, columns: columns.length, rows: Number(written?.Count), reading, dateFormats: new Map() };
}

/** The query runs where the tables are; its rows are streamed here, never held. */
export async function writeStoreResult(
  ctx: Asking,
  recipe: RecipeRecord,
  tables: readonly FoundTable[],
  { folder, signal }: Place,
  credentialId: string | undefined,
): Promise<ParquetTable> {
  const order = { recipe, operations: recipe.operations.length, purpose: 'publish' as const };
  const text = join(folder, 'rows.csv');
  const connection = await connectStore(ctx, tables, 'publish', credentialId);
  const columns = await onPostgres(connection, tables, signal, (engine) =>
    runOrder(engine, order, async (sql) => {
      const rows = await engine.stream(sql);
      await pipeline(Readable.from(asText(rows)), createWriteStream(text), { signal });
      return rows.columns;
    }),
  );
  const path = join(folder, 'result.parquet');
  const duckdb = { ...duckdbOptionsFor(ctx.config, columns.length), files: [text, path], signal };
  return withDuckdb(duckdb, (session) => writeParquet(session, csvSource(text, columns), path)).catch(refuseUnstorable);
}

/** Rows of several megabytes, dates before the common era: what a database holds and a dataset cannot. */
function refuseUnstorable(error: unknown): never {
  if (!(error instanceof DuckdbProblem) || error.kind === 'Out of Memory') throw error;
  return refuse(RecipeProblems.runFailed, (error.message.split('\n')[0] ?? '').trim());
}

/** Every value in quotes; what is missing is empty without them. */
async function* asText({ batches }: RowStream): AsyncIterable<string> {
  const cell = (value: string | null) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`);
  for await (const rows of batches) yield rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

const TYPES: Readonly<Record<ResultColumn['type'], string>> = {
  integer: 'BIGINT',
  double: 'DOUBLE',
  string: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  other: 'VARCHAR',
};

/** The columns are known: nothing is guessed from the text. Times with a zone become times in UTC, as everywhere. */
function csvSource(file: string, columns: readonly ResultColumn[]): string {
  const zoned = ({ physical }: ResultColumn) => physical === 'timestamp with time zone';
  const read = columns.map((one, at) => `'c${at}': '${zoned(one) ? 'VARCHAR' : TYPES[one.type]}'`);
  const list = columns.map((one, at) => {
    const value = zoned(one) ? `CAST(CAST(c${at} AS TIMESTAMP WITH TIME ZONE) AS TIMESTAMP)` : `c${at}`;
    return `${value} AS ${quoteName(one.name)}`;
  });
  return (
    `SELECT ${list.join(', ')} FROM read_csv(${quoteText(file)}, columns = {${read.join(', ')}}, auto_detect = false, ` +
    `header = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, ` +
    `new_line = '\\n')`
  );
}
