import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { orderBy, pageQuery } from '#platform/http/page.ts';
import type { FeaturelistRecord } from '../versions/versions.tables.ts';

const ORDERS = ['name', 'description', 'featuresNumber', 'creationDate', 'userCreated'] as const;

export const FeaturelistQuery = pageQuery().extend({
  orderBy: orderBy(ORDERS).default('name'),
  searchFor: z.string().max(1000).optional(),
});

const name = z.string().trim().min(1).max(255);

export const FeaturelistCreate = z.strictObject({
  name,
  features: z
    .array(z.string().max(1000))
    .min(1)
    .max(10_000)
    .refine((names) => new Set(names).size === names.length, 'Name every feature once'),
  description: z.string().max(1000).nullish(),
});

export const FeaturelistChange = z.strictObject({ name, description: z.string().max(1000) }).partial();

export const Featurelist = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  datasetId: z.string(),
  datasetVersionId: z.string().nullable().describe('Null: made for the dataset, not for one of its versions'),
  createdBy: z.string(),
  creationDate: z.iso.datetime(),
  userCreated: z.boolean(),
});

export const toFeaturelist = (row: FeaturelistRecord): z.infer<typeof Featurelist> => ({
  ...apiFields(row, 'id', 'name', 'description', 'features', 'dataset_id'),
  datasetVersionId: row.version_id,
  createdBy: row.creator,
  creationDate: row.created_at.toISOString(),
  userCreated: row.version_id === null,
});
