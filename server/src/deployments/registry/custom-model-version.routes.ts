import { z } from 'zod';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { CUSTOM_MODEL_VERSION, getCustomModelVersion } from './custom-model-versions.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.21' });

const settings = z.record(z.string(), z.unknown()).nullable();

const CustomModelVersion = z.strictObject({
  id: z.string(),
  customModelId: z.string(),
  label: z.string(),
  description: z.string(),
  versionMajor: z.int(),
  versionMinor: z.int(),
  isFrozen: z.boolean(),
  items: z.array(z.never()),
  dependencies: z.array(z.never()),
  created: z.iso.datetime(),
  name: z.string(),
  modelType: z.string(),
  targetType: z.literal('TextGeneration'),
  targetName: z.string(),
  promptColumnName: z.string(),
  llmId: z.string(),
  llmSettings: settings,
  vectorDatabaseId: z.string().nullable(),
  vectorDatabaseSettings: settings,
});

export const customModelVersionRoutes: readonly RouteRecord[] = [
  route.get('/api/v2/customModels/{customModelId}/versions/{customModelVersionId}/', 'getCustomModelVersion', {
    access: needs(CUSTOM_MODEL_VERSION, 'use', null),
    summary: 'A version of a custom model: a language model from a playground, ready to be registered',
    replies: { 200: CustomModelVersion },
    refusals: { 404: ['custom_models.no_such_version'] },
    handle: (ctx, { params }) => getCustomModelVersion(ctx, params.customModelId, params.customModelVersionId),
  }),
];
