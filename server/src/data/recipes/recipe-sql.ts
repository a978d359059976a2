import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { columnType, type Dialect, type RecipeInput as InputTable } from './compiler/index.ts';
import { recipeFor } from './recipe.access.ts';
import type { SqlRequest } from './recipe.schema.ts';
import { inputStore } from './run/input.store.ts';
import { type FoundDataset, type FoundInput, findInputs, isDataset, isTable } from './run/inputs.ts';
import { connectStore, onPostgres } from './run/on-postgres.ts';
import { compileOrder } from './run/run-order.ts';

/** The recipe in its own language, for people to read and run. Nothing is run here. */
export async function recipeSql(ctx: Ctx, id: string, body: z.output<typeof SqlRequest> | undefined) {
  const recipe = await recipeFor(ctx, id, 'read');
  const operations = body?.operations ?? recipe.operations;
  const inputs = await describeInputs(ctx, await findInputs(ctx, recipe.inputs));
  const order = { recipe: { ...recipe, operations }, operations: operations.length, purpose: 'text' as const };
  return { sql: compileOrder(order, inputs, recipe.dialect as Dialect).sql };
}

/** People wait for it; all that is asked of a data store is the names of columns. */
const PATIENCE_MS = 30_000;

/** The inputs with their columns, as the compiler takes them. */
export async function describeInputs(ctx: Ctx, found: readonly FoundInput[]): Promise<readonly InputTable[]> {
  const datasets = found.filter(isDataset);
  if (datasets.length > 0) return Promise.all(datasets.map((input) => describeDataset(ctx, input)));
  const tables = found.filter(isTable);
  const client = await connectStore(ctx, tables, 'preview');
  return onPostgres(client, tables, AbortSignal.timeout(PATIENCE_MS), async ({ inputs }) => inputs);
}

/** Datasets are called by their alias: in the caller's own engine they are tables of that name. */
async function describeDataset(ctx: Ctx, input: FoundDataset): Promise<InputTable> {
  const { alias, datasetId, versionId } = input;
  const columns = await inputStore(ctx.db.queries).columns(versionId);
  return {
    ...{ alias, relation: [alias], datasetId, datasetVersionId: versionId },
    columns: columns.map(({ name, storedAs }) => ({ name, type: columnType(storedAs) })),
  };
}
