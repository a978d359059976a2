import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DATASET_REFUSALS } from '../versions/dataset.problems.ts';
import { DATASET } from '../versions/find-version.ts';
import { Insights, Preview, PreviewQuery, PreviewRequest } from './preview/preview.schema.ts';
import { getInsights, getPreview, requestPreview } from './preview/previews.ts';
import { Publication, PublishedVersion, publishAsVersion, publishRecipe } from './publish/publish-recipe.ts';
import { RECIPE } from './recipe.access.ts';
import { UNREADY_RECIPE } from './recipe.problems.ts';
import { SqlRequest, SqlText } from './recipe.schema.ts';
import { recipeSql } from './recipe-sql.ts';

const route = routeGroup({ part: 'data', added: 'v2.33' });

export const publishRoutes = [
  route.post('/api/v2/datasets/fromRecipe/', 'createDatasetFromRecipe', {
    access: needs(RECIPE, 'write', null),
    summary: 'Publish a recipe: apply it to all rows and store the result as a dataset',
    body: Publication,
    replies: { 202: PublishedVersion },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['data.no_such_credential', 'sharing.no_such_thing'],
      422: UNREADY_RECIPE,
    },
    handle: (ctx, { body }) => publishRecipe(ctx, body),
  }),
  route.post('/api/v2/datasets/{datasetId}/versions/fromRecipe/', 'createDatasetVersionFromRecipe', {
    access: needs(DATASET, 'write'),
    summary: 'Publish a recipe as the next version of a dataset',
    body: Publication,
    replies: { 202: PublishedVersion },
    refusals: { ...DATASET_REFUSALS, 404: ['data.no_such_credential'], 422: UNREADY_RECIPE },
    handle: (ctx, { params, body }) => publishAsVersion(ctx, params.datasetId, body),
  }),
];

const Accepted = z.strictObject({ statusId: z.string() });

/** What a recipe would make: SQL, rows, and what is in them. */
export const recipeRunRoutes = [
  route.post('/api/v2/recipes/{recipeId}/preview/', 'previewRecipe', {
    access: needs(RECIPE, 'read'),
    summary: 'Start a preview on the sampled input; poll the status for the rows',
    body: PreviewRequest,
    bodyOptional: true,
    replies: { 202: Accepted },
    refusals: { 403: ['sharing.role_too_small'] },
    handle: (ctx, { params, body }) => requestPreview(ctx, params.recipeId, body),
  }),
  route.get('/api/v2/recipes/{recipeId}/preview/', 'getRecipePreview', {
    access: needs(RECIPE, 'read'),
    summary: 'The rows of the preview of the current recipe',
    query: PreviewQuery,
    replies: { 200: Preview },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['recipes.no_preview'],
      409: ['recipes.preview_running'],
      422: ['recipes.preview_failed'],
    },
    handle: (ctx, { params, url, query }) => getPreview(ctx, params.recipeId, url, query),
  }),
  route.get('/api/v2/recipes/{recipeId}/insights/', 'getRecipeInsights', {
    access: needs(RECIPE, 'read'),
    summary: 'Statistics of each preview column; poll until status is completed',
    query: PreviewQuery,
    replies: { 200: Insights },
    refusals: { 403: ['sharing.role_too_small'], 404: ['recipes.no_preview'] },
    handle: (ctx, { params, url, query }) => getInsights(ctx, params.recipeId, url, query),
  }),
  route.post('/api/v2/recipes/{recipeId}/sql/', 'compileRecipe', {
    access: needs(RECIPE, 'read'),
    summary: 'Compile the recipe, or other operations on its inputs, to SQL of its dialect',
    body: SqlRequest,
    bodyOptional: true,
    replies: { 200: SqlText },
    refusals: { 403: ['sharing.role_too_small'], 422: ['recipes.step_refused'] },
    handle: (ctx, { params, body }) => recipeSql(ctx, params.recipeId, body),
  }),
];
