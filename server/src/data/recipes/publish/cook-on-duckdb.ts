import { join } from 'node:path';
import type { Platform } from '#platform/context.ts';
import type { DuckdbSession } from '../../duckdb/duckdb-session.ts';
import { quoteName } from '../../duckdb/duckdb-text.ts';
import { parquetOptions } from '../../duckdb/parquet.ts';
import type { ParquetTable } from '../../ingest/ingest-file.ts';
import { asKept } from '../../ingest/parquet-to-parquet.ts';
import type { RecipeRecord } from '../recipe.store.ts';
import { withBlame } from '../run/blame.ts';
import type { FoundDataset } from '../run/find-inputs.ts';
import { onDuckdb } from '../run/on-duckdb.ts';

export interface Place {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** How much more memory than usual a recipe that asks for a larger instance is given. */
const MEMORY_TIMES = { small: 1, medium: 2, large: 4 } as const;

/** From Parquet to Parquet in one statement. */
export function cookOnDuckdb(
  platform: Platform,
  recipe: RecipeRecord,
  datasets: readonly FoundDataset[],
  { folder, signal }: Place,
): Promise<ParquetTable> {
  const path = join(folder, 'result.parquet');
  const order = { recipe, operations: recipe.operations.length, purpose: 'publish' as const };
  const memoryTimes = MEMORY_TIMES[recipe.settings.sparkInstanceSize ?? 'small'];
  return onDuckdb(platform, datasets, { signal, result: path, memoryTimes }, (kitchen) =>
    withBlame(kitchen, order, (sql) => writeParquet(kitchen.session, sql, path)),
  );
}

/** Every type becomes one that datasets are stored with. */
export async function writeParquet(session: DuckdbSession, sql: string, path: string): Promise<ParquetTable> {
  const columns = await session.rows(`DESCRIBE ${sql}`);
  const list = columns.map(({ column_name, column_type }) => {
    const name = quoteName(String(column_name));
    const kept = asKept(name, String(column_type));
    return kept === name ? name : `${kept} AS ${name}`;
  });
  const [written] = await session.rows(
    `COPY (SELECT ${list.join(', ')} FROM (\n${sql}\n)) TO ${parquetOptions(path, columns.length)}`,
  );
  const reading = { format: 'parquet' } as const;
  return { path, columns: columns.length, rows: Number(written?.Count), reading, dateFormats: new Map() };
}
