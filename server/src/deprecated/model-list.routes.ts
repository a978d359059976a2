import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { listModels, PROJECT } from '#projects';

const route = routeGroup({ part: 'deprecated', added: 'v2.0' });

/** Version 1 wrote names with underscores. */
const V1Model = z.strictObject({
  id: z.string(),
  project_id: z.string(),
  model_type: z.string(),
  model_category: z.string(),
  blueprint_id: z.string(),
  featurelist_id: z.string().nullable(),
  featurelist_name: z.string().nullable(),
  sample_pct: z.number().nullable(),
  processes: z.array(z.string()),
  metrics: z.record(z.string(), z.unknown()),
});

export const modelListRoutes = [
  route.get('/api/v1/{projectId}/models', 'v1ListModels', {
    access: needs(PROJECT, 'read'),
    summary: 'The leaderboard of a project, best first, in the shape of version 1',
    history: {
      added: 'v1.0',
      deprecated: {
        since: 'v6.0',
        replacedBy: 'GET /api/v2/projects/{projectId}/modelRecords/',
        family: 'prediction-api',
      },
    },
    replies: { 200: z.array(V1Model) },
    handle: async (ctx, { params }) =>
      (await listModels(ctx, params.projectId, { orderBy: '-metric' })).map((model) => ({
        id: model.id,
        project_id: model.projectId,
        model_type: model.modelType,
        model_category: model.modelCategory,
        blueprint_id: model.blueprintId,
        featurelist_id: model.featurelistId,
        featurelist_name: model.featurelistName,
        sample_pct: model.samplePct,
        processes: model.processes,
        metrics: model.metrics,
      })),
  }),
];
