import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { Insights, Preview, PreviewQuery, PreviewRequest } from './preview/preview.schema.ts';
import { getInsights, getPreview } from './preview/read-preview.ts';
import { requestPreview } from './preview/request-preview.ts';
import { SqlRequest, SqlText } from './recipe.schema.ts';
import { recipeSql } from './recipe-sql.ts';

const usual = { part: 'data', history: { added: 'v2.33' } } as const;
const Accepted = z.strictObject({ statusId: z.string() });

/** What a recipe would make: SQL, rows, and what is in them. */
export const recipeRunRoutes = [
  route({
    ...usual,
    access: 'account',
    method: 'POST',
    path: '/api/v2/recipes/{recipeId}/preview/',
    operation: 'previewRecipe',
    summary: 'Apply the recipe to its sample; poll the status, which leads to the rows',
    body: PreviewRequest,
    bodyOptional: true,
    replies: { 202: Accepted },
    handle: (ctx, { params, body }) => requestPreview(ctx, params.recipeId, body),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'GET',
    path: '/api/v2/recipes/{recipeId}/preview/',
    operation: 'getRecipePreview',
    summary: 'The rows of the preview of the recipe as it is now',
    query: PreviewQuery,
    replies: { 200: Preview },
    handle: (ctx, { params, url, query }) => getPreview(ctx, params.recipeId, url, query),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'GET',
    path: '/api/v2/recipes/{recipeId}/insights/',
    operation: 'getRecipeInsights',
    summary: 'What each column of the preview holds; poll until status is completed',
    query: PreviewQuery,
    replies: { 200: Insights },
    handle: (ctx, { params, url, query }) => getInsights(ctx, params.recipeId, url, query),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'POST',
    path: '/api/v2/recipes/{recipeId}/sql/',
    operation: 'compileRecipe',
    summary: 'The SQL of the recipe in its dialect, or of other operations on its inputs',
    body: SqlRequest,
    bodyOptional: true,
    replies: { 200: SqlText },
    handle: (ctx, { params, body }) => recipeSql(ctx, params.recipeId, body),
  }),
];
