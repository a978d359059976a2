import type { Ctx } from '#platform/context.ts';
import { columnType, type RecipeInput } from '../compiler/index.ts';
import { connectStore } from './connect-store.ts';
import { type FoundDataset, type FoundInput, isDataset, isTable } from './find-inputs.ts';
import { inputStore } from './input.store.ts';
import { onPostgres } from './on-postgres.ts';

/** People wait for it; all that is asked of a data store is the names of columns. */
const PATIENCE_MS = 30_000;

/** The inputs with their columns, as the compiler takes them. */
export async function describeInputs(ctx: Ctx, found: readonly FoundInput[]): Promise<readonly RecipeInput[]> {
  const datasets = found.filter(isDataset);
  if (datasets.length > 0) return Promise.all(datasets.map((input) => describedDataset(ctx, input)));
  const tables = found.filter(isTable);
  const client = await connectStore(ctx, tables, 'preview');
  return onPostgres(client, tables, AbortSignal.timeout(PATIENCE_MS), async ({ inputs }) => inputs);
}

/** Datasets are called by their alias: in the caller's own engine they are tables of that name. */
async function describedDataset(ctx: Ctx, input: FoundDataset): Promise<RecipeInput> {
  const { alias, datasetId, versionId } = input;
  const columns = await inputStore(ctx.db.queries).columns(versionId);
  return {
    ...{ alias, relation: [alias], datasetId, datasetVersionId: versionId },
    columns: columns.map(({ name, storedAs }) => ({ name, type: columnType(storedAs) })),
  };
}
