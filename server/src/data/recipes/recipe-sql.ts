import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Dialect } from './compiler/index.ts';
import { recipeFor } from './recipe.access.ts';
import type { SqlRequest } from './recipe.schema.ts';
import { compileOrder } from './run/compile.ts';
import { describeInputs } from './run/describe-inputs.ts';
import { findInputs } from './run/find-inputs.ts';

/** The recipe in its own language, for people to read and run. Nothing is run here. */
export async function recipeSql(ctx: Ctx, id: string, body: z.output<typeof SqlRequest> | undefined) {
  const recipe = await recipeFor(ctx, id, 'read');
  const operations = body?.operations ?? recipe.operations;
  const inputs = await describeInputs(ctx, await findInputs(ctx, recipe.inputs));
  const order = { recipe: { ...recipe, operations }, operations: operations.length, purpose: 'text' as const };
  return { sql: compileOrder(order, inputs, recipe.dialect as Dialect).sql };
}
