import { z } from 'zod';
import { offset, orderBy } from '#platform/http/page.ts';
import { CategoryName } from './dataset.schema.ts';

const MOST = 1000;
const ORDERS = ['originalName', 'catalogName', 'description', 'created', 'relevance'] as const;
const TYPES = ['unknown_dataset_type', 'snapshot_dataset', 'remote_dataset', 'dataset', 'user_blueprint'] as const;

export const CatalogQuery = z.strictObject({
  offset,
  // Some clients ask for everything with limit=0.
  limit: z
    .int()
    .min(0)
    .max(MOST)
    .default(100)
    .transform((most) => (most === 0 ? MOST : most)),
  orderBy: orderBy(ORDERS).default('-created'),
  searchFor: z.string().max(255).optional(),
  tag: z.array(z.string().max(100)).max(20).optional(),
  accessType: z.enum(['owner', 'shared', 'any', 'created']).default('any'),
  category: CategoryName.optional(),
  type: z.array(z.enum(TYPES)).max(TYPES.length).optional(),
  filterFailed: z.boolean().default(false),
  ownerUserId: z.string().max(64).optional(),
  ownerUsername: z.string().max(320).optional(),
});

export const CatalogChange = z.strictObject({
  name: z.string().trim().min(1).max(255).optional(),
  description: z.string().max(1000).optional(),
  tags: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
});

export const CatalogItem = z.strictObject({
  id: z.string(),
  catalogName: z.string(),
  originalName: z.string(),
  catalogType: z.literal('snapshot_dataset'),
  description: z.string(),
  tags: z.array(z.string()),
  uri: z.string(),
  dataOrigin: z.string(),
  processingState: z.enum(['RUNNING', 'COMPLETED', 'ERROR']),
  error: z.string(),
  isFirstVersion: z.boolean(),
  isDataEngineEligible: z.boolean(),
  infoCreationDate: z.iso.datetime(),
  infoCreatorFullName: z.string(),
  infoModificationDate: z.iso.datetime(),
  infoModifierFullName: z.string(),
  lastModificationDate: z.iso.datetime(),
  lastModifierFullName: z.string(),
  canShareDatasetData: z.boolean(),
  canUseDatasetData: z.boolean(),
  projectsUsedInCount: z.int(),
  relevance: z.number().nullable(),
  recipeId: z.string().nullable(),
  dataEngineQueryId: z.null(),
  dataSourceId: z.null(),
  userBlueprintId: z.null(),
});
