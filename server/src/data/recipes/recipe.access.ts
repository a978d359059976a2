import { accessTo, type Need, type Resource, requireRole, type SharedKind, USE_CASE } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { refuse } from '#platform/http/problem.ts';
import { RecipeProblems } from './recipe.problems.ts';
import { noSettings, type Recipe } from './recipe.schema.ts';
import { type RecipeRecord, recipeStore } from './recipe.store.ts';
import type { RecipeRow } from './recipes.tables.ts';

export const RECIPE: SharedKind = { type: 'recipe', title: 'recipe', listedAt: 'recipes/' };

export const recipeResource = (id: string): Resource => ({ kind: RECIPE, id });

/** The context that service functions and jobs both have. */
export type Asking = Platform & { readonly actor: Actor };

/** The recipe, when the caller may do this with it. */
export async function recipeFor(ctx: Asking, id: string, need: Need): Promise<RecipeRecord> {
  await requireRole(ctx, recipeResource(id), need);
  const row = await recipeStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(RecipeProblems.noSuchRecipe, id);
}

type Change = Partial<Omit<RecipeRow, 'id' | 'organization_id'>>;

async function change(ctx: Ctx, id: string, content: boolean, decide: (before: RecipeRow) => Change) {
  await requireRole(ctx, recipeResource(id), 'write');
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

const person = (id: string, { username, email, first_name, last_name }: RecipeRecord['creator']) => ({
  id,
  email,
  fullName: [first_name, last_name].filter(Boolean).join(' ') || null,
  username,
});

/** A recipe as the API shows it. */
export const toRecipe = (row: RecipeRecord): Recipe => ({
  recipeId: row.id,
  ...apiFields(row, 'name', 'description', 'status', 'recipe_type', 'downsampling', 'sql', 'use_case_id'),
  ...apiFields(row, 'error_message', 'created_at', 'updated_at'),
  dialect: row.dialect as Recipe['dialect'],
  inputs: [...row.inputs],
  operations: [...row.operations],
  settings: { ...noSettings, ...row.settings },
  failedOperationsIndex: row.failed_operation,
  createdBy: person(row.created_by, row.creator),
  updatedBy: person(row.updated_by, row.changer),
});

/** What is made of a recipe lies in the same use case, when the caller may put it there. */
export async function writableUseCase(ctx: Ctx, id: string | null): Promise<string | null> {
  const access = id === null ? undefined : await accessTo(ctx, { kind: USE_CASE, id });
  return access?.role === 'OWNER' || access?.role === 'EDITOR' ? id : null;
}
