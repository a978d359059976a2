import { sharedRolesRoutes } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DATA_STORE } from '../data-stores/data-stores.ts';
import { DATASET } from '../versions/find-version.ts';
import { RECIPE } from './recipe.access.ts';
import { Operation } from './recipe.operations.ts';
import * as schema from './recipe.schema.ts';
import { getOperation, patchSettings, putDownsampling, putInputs, putOperations } from './recipe-content.ts';
import * as recipes from './recipes.ts';

const route = routeGroup({ part: 'data', added: 'v2.33' });

/** What a recipe reads and does. */
export const recipeContentRoutes = [
  route.get('/api/v2/recipes/{recipeId}/inputs/', 'listRecipeInputs', {
    access: needs(RECIPE, 'read'),
    summary: 'The inputs of a recipe; the first is the primary input',
    replies: { 200: schema.RecipeInputs },
    handle: (ctx, { params }) => recipes.getInputs(ctx, params.recipeId),
  }),
  route.put('/api/v2/recipes/{recipeId}/inputs/', 'setRecipeInputs', {
    access: needs(RECIPE, 'write'),
    summary: 'Replace the inputs: datasets, or tables of one data store',
    body: schema.InputsChange,
    replies: { 200: schema.Recipe },
    refusals: { 409: ['recipes.published'] },
    handle: (ctx, { params, body }) => putInputs(ctx, params.recipeId, body.inputs),
  }),
  route.put('/api/v2/recipes/{recipeId}/operations/', 'setRecipeOperations', {
    access: needs(RECIPE, 'write'),
    summary: 'Replace the operations, in the order they are applied',
    body: schema.OperationsChange,
    replies: { 200: schema.Recipe },
    refusals: { 409: ['recipes.published'] },
    handle: (ctx, { params, body }) => putOperations(ctx, params.recipeId, body.operations),
  }),
  route.get('/api/v2/recipes/{recipeId}/operations/{operationIndex}/', 'getRecipeOperation', {
    access: needs(RECIPE, 'read'),
    summary: 'One operation by its index, from 0',
    replies: { 200: Operation },
    refusals: { 404: ['recipes.no_such_operation'] },
    handle: (ctx, { params }) => getOperation(ctx, params.recipeId, params.operationIndex),
  }),
  route.put('/api/v2/recipes/{recipeId}/downsampling/', 'setRecipeDownsampling', {
    access: needs(RECIPE, 'write'),
    summary: 'Set the downsampling of the published result; null for none',
    body: schema.DownsamplingChange,
    replies: { 200: schema.Recipe },
    refusals: { 409: ['recipes.published'] },
    handle: (ctx, { params, body }) => putDownsampling(ctx, params.recipeId, body.downsampling),
  }),
  route.patch('/api/v2/recipes/{recipeId}/settings/', 'changeRecipeSettings', {
    access: needs(RECIPE, 'write'),
    summary: 'Change settings; returns all settings',
    body: schema.SettingsChange,
    replies: { 200: schema.RecipeSettings },
    refusals: { 409: ['recipes.published'] },
    handle: (ctx, { params, body }) => patchSettings(ctx, params.recipeId, body),
  }),
];

const ONE = '/api/v2/recipes/{recipeId}/';

/** Recipes come, are found, renamed, shared, and go. */
export const recipeRoutes = [
  route.get('/api/v2/recipes/', 'listRecipes', {
    summary: 'List the recipes you can see',
    query: schema.RecipeQuery,
    replies: { 200: pageOf(schema.Recipe) },
    handle: (ctx, { url, query }) => recipes.listRecipes(ctx, url, query),
  }),
  route.post('/api/v2/recipes/fromDataset/', 'createRecipeFromDataset', {
    access: needs(DATASET, 'use', null),
    summary: 'Create a recipe with a dataset as its input',
    body: schema.FromDataset,
    replies: { 201: schema.Recipe },
    refusals: { 403: ['sharing.role_too_small'], 404: ['sharing.no_such_thing'], 422: ['recipes.unreadable_input'] },
    handle: (ctx, { body }) => recipes.createFromDataset(ctx, body),
  }),
  route.post('/api/v2/recipes/fromDataStore/', 'createRecipeFromDataStore', {
    access: needs(DATA_STORE, 'use', null),
    summary: 'Create a recipe with tables of a data store as inputs; it runs in that store',
    body: schema.FromDataStore,
    replies: { 201: schema.Recipe },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['sharing.no_such_thing'],
      409: ['recipes.canonical_name_taken'],
    },
    handle: (ctx, { body }) => recipes.createFromDataStore(ctx, body),
  }),
  route.post('/api/v2/recipes/fromRecipe/', 'cloneRecipe', {
    access: needs(RECIPE, 'read', null),
    summary: 'Clone a recipe as a draft',
    body: schema.FromRecipe,
    replies: { 201: schema.Recipe },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => recipes.cloneRecipe(ctx, body),
  }),
  route.get(ONE, 'getRecipe', {
    access: needs(RECIPE, 'read'),
    summary: 'One recipe',
    replies: { 200: schema.Recipe },
    handle: (ctx, { params }) => recipes.getRecipe(ctx, params.recipeId),
  }),
  route.patch(ONE, 'changeRecipe', {
    access: needs(RECIPE, 'write'),
    summary: 'Rename or describe a recipe, set its SQL, or switch between SQL and operations',
    body: schema.RecipeChange,
    replies: { 200: schema.Recipe },
    refusals: { 409: ['recipes.published'] },
    handle: (ctx, { params, body }) => recipes.patchRecipe(ctx, params.recipeId, body),
  }),
  route.delete(ONE, 'deleteRecipe', {
    access: needs(RECIPE, 'own'),
    summary: 'Delete a recipe; datasets published from it remain',
    replies: { 204: null },
    handle: (ctx, { params }) => recipes.deleteRecipe(ctx, params.recipeId),
  }),
  ...sharedRolesRoutes({ kind: RECIPE, path: ONE, name: 'Recipe', part: 'data', added: 'v2.33' }),
];
