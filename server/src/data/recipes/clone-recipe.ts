import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { FromRecipe } from './create.schema.ts';
import { LONGEST_NAME, makeRecipe } from './make-recipe.ts';
import { recipeFor } from './recipe.access.ts';
import { useCaseToo } from './use-case-too.ts';

const AFTER = ' (copy)';

/** A draft with the same content: how a published recipe goes on. */
export async function cloneRecipe(ctx: Ctx, body: z.output<typeof FromRecipe>): Promise<Reply> {
  const from = await recipeFor(ctx, body.recipeId, 'read');
  const { dialect, recipe_type, inputs, operations, downsampling, settings, sql } = from;
  const use_case_id = await useCaseToo(ctx, from.use_case_id);
  return makeRecipe(ctx, {
    name: body.name ?? from.name.slice(0, LONGEST_NAME - AFTER.length) + AFTER,
    description: body.description ?? from.description,
    ...{ dialect, recipe_type, inputs, operations, downsampling, settings, sql, use_case_id },
  });
}
