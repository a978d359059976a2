import type { Platform } from '#platform/context.ts';
import { quoteName } from '../../duckdb/duckdb-sql.ts';
import type { Asking } from '../recipe.access.ts';
import type { RecipeRecord } from '../recipe.store.ts';
import { type FoundInput, type FoundTable, isDataset, isTable } from '../run/inputs.ts';
import { columnsOf, type DuckdbEngine, onDuckdb } from '../run/on-duckdb.ts';
import { connectStore, onPostgres } from '../run/on-postgres.ts';
import { type Order, runOrder } from '../run/run-order.ts';
import { toPreviewColumn } from './insights.rules.ts';
import type { Made } from './preview.store.ts';

/** A wide table is kept with fewer rows. */
const MOST_CELLS = 500_000;
const LEAST_ROWS = 20;

const mostRows = (columns: number) => Math.max(LEAST_ROWS, Math.floor(MOST_CELLS / Math.max(1, columns)));

/** Applies the recipe to its sample, where the rows are: our DuckDB, or the user's own database. */
export async function makePreview(
  ctx: Asking,
  recipe: RecipeRecord,
  found: readonly FoundInput[],
  operations: number,
  signal: AbortSignal,
): Promise<Made> {
  const order: Order = { recipe, operations, purpose: 'preview' };
  const datasets = found.filter(isDataset);
  const [primary] = datasets;
  if (primary === undefined) {
    return { ...(await previewStoreTables(ctx, order, found.filter(isTable), mostRows, signal)), exceedsLimit: false };
  }
  const { columns, rows } = await onDuckdb(ctx, datasets, { signal }, (engine) =>
    runOrder(engine, order, (sql) => readPreview(engine, sql)),
  );
  return { columns, rows, exceedsLimit: exceeds(ctx, rows, primary.rowCount) };
}

async function readPreview({ session }: DuckdbEngine, sql: string): Promise<Omit<Made, 'exceedsLimit'>> {
  const columns = await columnsOf(session, sql);
  const cells = columns.map(({ name }) => `CAST(${quoteName(name)} AS VARCHAR)`).join(', ');
  const limit = mostRows(columns.length);
  const rows: string[] = [];
  const { chunks } = await session.stream(`SELECT to_json([${cells}])::VARCHAR FROM (\n${sql}\n) LIMIT ${limit}`);
  for await (const chunk of chunks) rows.push(...(chunk.getColumnValues(0) as string[]));
  return { columns: columns.map(toPreviewColumn), rows };
}

/** Whether all rows at the size of these would be more than may be uploaded. */
function exceeds({ config }: Platform, rows: readonly string[], inputRows: number): boolean {
  const bytes = rows.reduce((sum, row) => sum + row.length, 0);
  return rows.length > 0 && (bytes / rows.length) * inputRows > config.maxUploadBytes;
}

/** The query runs where the tables are; only its rows come here. */
async function previewStoreTables(
  ctx: Asking,
  order: Order,
  tables: readonly FoundTable[],
  mostRows: (columns: number) => number,
  signal: AbortSignal,
): Promise<Omit<Made, 'exceedsLimit'>> {
  const connection = await connectStore(ctx, tables, 'preview');
  return onPostgres(connection, tables, signal, (engine) =>
    runOrder(engine, order, async (sql) => {
      const { columns, batches } = await engine.stream(sql);
      const most = mostRows(columns.length);
      const rows: string[] = [];
      for await (const batch of batches) {
        rows.push(...batch.slice(0, most - rows.length).map((row) => JSON.stringify(row)));
        if (rows.length >= most) break;
      }
      return { columns: columns.map(toPreviewColumn), rows };
    }),
  );
}
