import { route } from '#platform/http/route.ts';
import { getOperation, putDownsampling, putOperations } from './change-content.ts';
import { putInputs } from './change-inputs.ts';
import { patchSettings } from './change-settings.ts';
import { getInputs } from './list-recipes.ts';
import { Operation } from './recipe.operations.ts';
import {
  DownsamplingChange,
  InputsChange,
  OperationsChange,
  Recipe,
  RecipeInputs,
  RecipeSettings,
  SettingsChange,
} from './recipe.schema.ts';

const usual = { part: 'data', history: { added: 'v2.33' } } as const;

/** What a recipe reads and does. */
export const recipeContentRoutes = [
  route({
    ...usual,
    access: 'account',
    method: 'GET',
    path: '/api/v2/recipes/{recipeId}/inputs/',
    operation: 'listRecipeInputs',
    summary: 'What a recipe reads; the first input is the primary one',
    replies: { 200: RecipeInputs },
    handle: (ctx, { params }) => getInputs(ctx, params.recipeId),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'PUT',
    path: '/api/v2/recipes/{recipeId}/inputs/',
    operation: 'setRecipeInputs',
    summary: 'Replace the inputs: datasets, or tables of one data store',
    body: InputsChange,
    replies: { 200: Recipe },
    handle: (ctx, { params, body }) => putInputs(ctx, params.recipeId, body.inputs),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'PUT',
    path: '/api/v2/recipes/{recipeId}/operations/',
    operation: 'setRecipeOperations',
    summary: 'Replace the operations, in the order they are applied',
    body: OperationsChange,
    replies: { 200: Recipe },
    handle: (ctx, { params, body }) => putOperations(ctx, params.recipeId, body.operations),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'GET',
    path: '/api/v2/recipes/{recipeId}/operations/{operationIndex}/',
    operation: 'getRecipeOperation',
    summary: 'One operation by its place, from 0',
    replies: { 200: Operation },
    handle: (ctx, { params }) => getOperation(ctx, params.recipeId, params.operationIndex),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'PUT',
    path: '/api/v2/recipes/{recipeId}/downsampling/',
    operation: 'setRecipeDownsampling',
    summary: 'How the result is made smaller when it is published; null for not at all',
    body: DownsamplingChange,
    replies: { 200: Recipe },
    handle: (ctx, { params, body }) => putDownsampling(ctx, params.recipeId, body.downsampling),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'PATCH',
    path: '/api/v2/recipes/{recipeId}/settings/',
    operation: 'changeRecipeSettings',
    summary: 'Change settings; answers all of them',
    body: SettingsChange,
    replies: { 200: RecipeSettings },
    handle: (ctx, { params, body }) => patchSettings(ctx, params.recipeId, body),
  }),
];
