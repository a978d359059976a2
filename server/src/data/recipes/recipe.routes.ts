import { sharedRolesRoutes } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { deleteRecipe, patchRecipe } from './change-recipe.ts';
import { cloneRecipe } from './clone-recipe.ts';
import { FromDataStore, FromDataset, FromRecipe } from './create.schema.ts';
import { createFromDataStore } from './create-from-data-store.ts';
import { createFromDataset } from './create-from-dataset.ts';
import { getRecipe, listRecipes } from './list-recipes.ts';
import { RECIPE } from './recipe.access.ts';
import { Recipe, RecipeChange, RecipeQuery } from './recipe.schema.ts';

const usual = { part: 'data', history: { added: 'v2.33' } } as const;
const ONE = '/api/v2/recipes/{recipeId}/';

/** Recipes come, are found, renamed, shared, and go. */
export const recipeRoutes = [
  route({
    ...usual,
    access: 'account',
    method: 'GET',
    path: '/api/v2/recipes/',
    operation: 'listRecipes',
    summary: 'The recipes you can see',
    query: RecipeQuery,
    replies: { 200: pageOf(Recipe) },
    handle: (ctx, { url, query }) => listRecipes(ctx, url, query),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'POST',
    path: '/api/v2/recipes/fromDataset/',
    operation: 'createRecipeFromDataset',
    summary: 'Begin a recipe with a dataset as its input',
    body: FromDataset,
    replies: { 201: Recipe },
    handle: (ctx, { body }) => createFromDataset(ctx, body),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'POST',
    path: '/api/v2/recipes/fromDataStore/',
    operation: 'createRecipeFromDataStore',
    summary: 'Begin a recipe with tables of a data store as its inputs; it will run in that store',
    body: FromDataStore,
    replies: { 201: Recipe },
    handle: (ctx, { body }) => createFromDataStore(ctx, body),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'POST',
    path: '/api/v2/recipes/fromRecipe/',
    operation: 'cloneRecipe',
    summary: 'A draft with the content of another recipe',
    body: FromRecipe,
    replies: { 201: Recipe },
    handle: (ctx, { body }) => cloneRecipe(ctx, body),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getRecipe',
    summary: 'One recipe',
    replies: { 200: Recipe },
    handle: (ctx, { params }) => getRecipe(ctx, params.recipeId),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'PATCH',
    path: ONE,
    operation: 'changeRecipe',
    summary: 'Rename or describe a recipe, write its SQL, or go between SQL and operations',
    body: RecipeChange,
    replies: { 200: Recipe },
    handle: (ctx, { params, body }) => patchRecipe(ctx, params.recipeId, body),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'DELETE',
    path: ONE,
    operation: 'deleteRecipe',
    summary: 'Delete a recipe; datasets made with it stay',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteRecipe(ctx, params.recipeId),
  }),
  ...sharedRolesRoutes({ kind: RECIPE, path: ONE, name: 'Recipe', part: 'data', added: 'v2.33' }),
];
