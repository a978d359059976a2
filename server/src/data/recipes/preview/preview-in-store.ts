import type { Asking } from '../recipe.access.ts';
import { withBlame } from '../run/blame.ts';
import type { Order } from '../run/compile.ts';
import { connectStore } from '../run/connect-store.ts';
import type { FoundTable } from '../run/find-inputs.ts';
import { onPostgres } from '../run/on-postgres.ts';
import { toPreviewColumn } from './columns.rules.ts';
import type { Made } from './preview.store.ts';

/** The query runs where the tables are; only its rows come here. */
export async function previewInStore(
  ctx: Asking,
  order: Order,
  tables: readonly FoundTable[],
  mostRows: (columns: number) => number,
  signal: AbortSignal,
): Promise<Omit<Made, 'exceedsLimit'>> {
  const connection = await connectStore(ctx, tables, 'preview');
  return onPostgres(connection, tables, signal, (kitchen) =>
    withBlame(kitchen, order, async (sql) => {
      const { columns, batches } = await kitchen.stream(sql);
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
