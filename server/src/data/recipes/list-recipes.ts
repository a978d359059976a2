import type { z } from 'zod';
import { visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { RECIPE, recipeFor } from './recipe.access.ts';
import { toRecipe } from './recipe.record.ts';
import type { RecipeQuery } from './recipe.schema.ts';
import { recipeStore } from './recipe.store.ts';

export async function listRecipes(ctx: Ctx, url: string, query: z.output<typeof RecipeQuery>) {
  const { offset, limit, orderBy, ...filter } = query;
  const window = { offset, limit, orderBy };
  const visible = visibleTo(ctx, RECIPE);
  const { rows, total } = await recipeStore(ctx.db.queries).page(ctx.actor.organizationId, visible, filter, window);
  return page(ctx.links, url, window, rows.map(toRecipe), total);
}

export const getRecipe = async (ctx: Ctx, id: string) => toRecipe(await recipeFor(ctx, id, 'read'));

export const getInputs = async (ctx: Ctx, id: string) => ({ inputs: [...(await recipeFor(ctx, id, 'read')).inputs] });
