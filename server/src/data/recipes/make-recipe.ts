import { ownIt, putNewIntoUseCase } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { getRecipeOrThrow, recipeFor } from './recipe.access.ts';
import { toRecipe } from './recipe.record.ts';
import { noSettings } from './recipe.schema.ts';
import { recipeStore } from './recipe.store.ts';
import type { RecipeRow } from './recipes.tables.ts';

type Given = Pick<RecipeRow, 'name' | 'dialect' | 'recipe_type' | 'inputs' | 'use_case_id'> &
  Partial<Pick<RecipeRow, 'description' | 'operations' | 'downsampling' | 'settings' | 'sql'>>;

export const LONGEST_NAME = 255;

/** A draft that belongs to the caller. `also` is done in the same transaction. */
export async function makeRecipe(ctx: Ctx, given: Given, also?: (tx: Tx) => Promise<void>): Promise<Reply> {
  const { actor } = ctx;
  const now = ctx.now();
  const id = newId(now);
  await ctx.db.transaction(async (tx) => {
    await also?.(tx);
    await recipeStore(tx).insert({
      id,
      organization_id: actor.organizationId,
      description: '',
      operations: [],
      downsampling: null,
      settings: noSettings,
      sql: null,
      ...given,
      name: given.name.slice(0, LONGEST_NAME),
      status: 'draft',
      error_message: null,
      failed_operation: null,
      created_by: actor.userId,
      created_at: now,
      updated_by: actor.userId,
      updated_at: now,
    });
    await ownIt(tx, actor, now, getRecipeOrThrow(id));
    if (given.use_case_id !== null) await putNewIntoUseCase(tx, actor, now, given.use_case_id, getRecipeOrThrow(id));
  });
  return created(`/api/v2/recipes/${id}/`, toRecipe(await recipeFor(ctx, id, 'read')));
}
