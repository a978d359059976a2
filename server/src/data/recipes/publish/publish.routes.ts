import { route } from '#platform/http/route.ts';
import { Publication, PublishedVersion } from './publish.schema.ts';
import { publishAsVersion, publishRecipe } from './publish-recipe.ts';

const usual = { part: 'data', history: { added: 'v2.33' } } as const;

export const publishRoutes = [
  route({
    ...usual,
    access: 'account',
    method: 'POST',
    path: '/api/v2/datasets/fromRecipe/',
    operation: 'createDatasetFromRecipe',
    summary: 'Publish a recipe: apply it to all rows and keep the result as a dataset',
    body: Publication,
    replies: { 202: PublishedVersion },
    handle: (ctx, { body }) => publishRecipe(ctx, body),
  }),
  route({
    ...usual,
    access: 'account',
    method: 'POST',
    path: '/api/v2/datasets/{datasetId}/versions/fromRecipe/',
    operation: 'createDatasetVersionFromRecipe',
    summary: 'Publish a recipe as the next version of a dataset',
    body: Publication,
    replies: { 202: PublishedVersion },
    handle: (ctx, { params, body }) => publishAsVersion(ctx, params.datasetId, body),
  }),
];
