import { type Need, type Resource, requireRole, type SharedKind } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { RecipeProblems } from './recipe.problems.ts';
import { type RecipeRecord, recipeStore } from './recipe.store.ts';
import type { RecipeRow } from './recipes.tables.ts';

export const RECIPE: SharedKind = { type: 'recipe', title: 'recipe', listedAt: 'recipes/' };

export const getRecipeOrThrow = (id: string): Resource => ({ kind: RECIPE, id });

/** Enough of a context for a verb and for a job alike. */
export type Asking = Platform & { readonly actor: Actor };

/** The recipe, when the caller may do this with it. */
export async function recipeFor(ctx: Asking, id: string, need: Need): Promise<RecipeRecord> {
  await requireRole(ctx, getRecipeOrThrow(id), need);
  const row = await recipeStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(RecipeProblems.noSuchRecipe, id);
}

type Change = Partial<Omit<RecipeRow, 'id' | 'organization_id'>>;

async function change(ctx: Ctx, id: string, content: boolean, decide: (before: RecipeRow) => Change) {
  await requireRole(ctx, getRecipeOrThrow(id), 'write');
  await ctx.db.transaction(async (tx) => {
    const recipes = recipeStore(tx);
    const before = (await recipes.lock(ctx.actor.organizationId, id)) ?? refuse(RecipeProblems.noSuchRecipe, id);
    if (content && before.status === 'published') refuse(RecipeProblems.published, id);
    const fresh = content ? { error_message: null, failed_operation: null } : {};
    await recipes.change(id, { ...fresh, ...decide(before), updated_by: ctx.actor.userId, updated_at: ctx.now() });
  });
  return recipeFor(ctx, id, 'write');
}

/** What people call it: may change at any time. */
export const changeTitle = (ctx: Ctx, id: string, title: Pick<Change, 'name' | 'description'>) =>
  change(ctx, id, false, () => title);

/** What it does: once published it stays, because datasets were made with it. */
export const changeContent = (ctx: Ctx, id: string, decide: (before: RecipeRow) => Change) =>
  change(ctx, id, true, decide);
