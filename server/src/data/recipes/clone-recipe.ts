import type { z } from 'zod';
import { accessTo, USE_CASE } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { FromRecipe } from './create.schema.ts';
import { LONGEST_NAME, makeRecipe } from './make-recipe.ts';
import { recipeFor } from './recipe.access.ts';

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

/** The copy lies in the same use case, when the caller may put it there. */
async function useCaseToo(ctx: Ctx, id: string | null): Promise<string | null> {
  const access = id === null ? undefined : await accessTo(ctx, { kind: USE_CASE, id });
  return access?.role === 'OWNER' || access?.role === 'EDITOR' ? id : null;
}
