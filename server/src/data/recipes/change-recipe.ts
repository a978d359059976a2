import type { z } from 'zod';
import { disownIt, requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { changeContent, changeTitle, getRecipeOrThrow } from './recipe.access.ts';
import { toRecipe } from './recipe.record.ts';
import type { RecipeChange } from './recipe.schema.ts';
import { recipeStore } from './recipe.store.ts';

/** Writing `sql` makes it a SQL recipe; going back to WRANGLING keeps the text for another time. */
export async function patchRecipe(ctx: Ctx, id: string, input: z.output<typeof RecipeChange>) {
  const { name, description, recipeType, sql } = input;
  if (sql !== undefined && recipeType === 'WRANGLING') {
    throw invalidFields({ sql: 'A WRANGLING recipe has no sql. Leave it out, or send recipeType SQL' });
  }
  const title = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  if (sql === undefined && recipeType === undefined) return toRecipe(await changeTitle(ctx, id, title));
  const type = sql === undefined ? recipeType : 'SQL';
  return toRecipe(
    await changeContent(ctx, id, () => ({
      ...title,
      ...(type === undefined ? {} : { recipe_type: type }),
      ...(sql === undefined ? {} : { sql }),
    })),
  );
}

export async function deleteRecipe(ctx: Ctx, id: string): Promise<Reply> {
  const recipe = getRecipeOrThrow(id);
  await requireRole(ctx, recipe, 'own');
  await ctx.db.transaction(async (tx) => {
    await recipeStore(tx).delete(id);
    await disownIt(tx, ctx.actor.organizationId, recipe);
  });
  return noContent();
}
