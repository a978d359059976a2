import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { columnType, type Dialect, type RecipeInput } from './compiler/index.ts';
import { recipeFor } from './recipe.access.ts';
import type { SqlRequest } from './recipe.schema.ts';
import { compileOrder } from './run/compile.ts';
import { type FoundInput, findInputs } from './run/find-inputs.ts';
import { inputStore } from './run/input.store.ts';

/** The recipe in its own language, for people to read and run. Nothing is run here. */
export async function recipeSql(ctx: Ctx, id: string, body: z.output<typeof SqlRequest> | undefined) {
  const recipe = await recipeFor(ctx, id, 'read');
  const operations = body?.operations ?? recipe.operations;
  const found = await findInputs(ctx, recipe.inputs);
  const inputs = await Promise.all(found.map((input) => described(ctx, input)));
  const order = { recipe: { ...recipe, operations }, operations: operations.length, purpose: 'text' as const };
  return { sql: compileOrder(order, inputs, recipe.dialect as Dialect).sql };
}

/** Datasets are called by their alias: in the caller's own engine they are tables of that name. */
async function described(ctx: Ctx, input: FoundInput): Promise<RecipeInput> {
  const { alias } = input;
  if (input.kind === 'table') {
    const { relation, dataSourceId } = input;
    return { alias, relation, dataSourceId, columns: [] };
  }
  const columns = await inputStore(ctx.db.queries).columns(input.versionId);
  return {
    alias,
    relation: [alias],
    columns: columns.map(({ name, storedAs }) => ({ name, type: columnType(storedAs) })),
    datasetId: input.datasetId,
    datasetVersionId: input.versionId,
  };
}
