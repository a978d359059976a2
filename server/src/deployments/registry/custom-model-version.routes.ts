import { z } from 'zod';
import { type RouteRecord, route } from '#platform/http/route.ts';
import { getCustomModelVersion } from './custom-model-versions.ts';

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
  route({
    part: 'deployments',
    access: 'account',
    method: 'GET',
    path: '/api/v2/customModels/{customModelId}/versions/{customModelVersionId}/',
    operation: 'getCustomModelVersion',
    summary: 'A version of a custom model: a language model from a playground, ready to be registered',
    history: { added: 'v2.21' },
    replies: { 200: CustomModelVersion },
    handle: (ctx, { params }) => getCustomModelVersion(ctx, params.customModelId, params.customModelVersionId),
  }),
];
