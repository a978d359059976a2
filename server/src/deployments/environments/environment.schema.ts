import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

const text = z.string().nullable();
const PLATFORMS = [
  'aws',
  'gcp',
  'azure',
  'onPremise',
  'datarobot',
  'datarobotServerless',
  'openShift',
  'other',
  'snowflake',
  'sapAiCore',
] as const;
export const FORMATS = ['datarobot', 'datarobotScoringCode', 'customModel', 'externalModel'] as const;
const MANAGERS = ['selfManaged', 'managementAgent', 'datarobot'] as const;

const name = z.string().trim().min(1).max(255);
const id = z.string().min(1).max(64).nullish();

const options = {
  description: z.string().max(10_000).nullish(),
  supportedModelFormats: z.array(z.enum(FORMATS)).min(1).max(FORMATS.length).nullish(),
  managedBy: z.enum(MANAGERS).nullish(),
  isManagedByManagementAgent: z.boolean().nullish(),
  // Some clients have words for it and some numbers.
  priority: z.union([z.enum(['low', 'medium', 'high']), z.int().min(0).max(100)]).nullish(),
  maxConcurrentBatchPredictionsJob: z.int().min(1).max(10_000).nullish(),
  plugin: z.string().max(255).nullish(),
  credentialId: id,
  datastoreId: id,
};

export const EnvironmentCreate = z.strictObject({ name, platform: z.enum(PLATFORMS), ...options });
export const EnvironmentChange = z.strictObject({
  name: name.optional(),
  platform: z.enum(PLATFORMS).optional(),
  ...options,
});
export type EnvironmentOptions = Omit<z.output<typeof EnvironmentCreate>, 'name' | 'platform'>;

export const EnvironmentQuery = z.strictObject({
  offset,
  limit: z.int().min(0).max(1000).default(100),
  search: z.string().max(255).optional(),
  platform: z.string().max(64).optional(),
});

/** Some clients refuse unknown keys in `importMeta`. */
export const PredictionEnvironment = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: text,
  platform: z.string(),
  supportedModelFormats: z.array(z.enum(FORMATS)),
  managedBy: z.enum(MANAGERS),
  isManagedByManagementAgent: z.boolean(),
  supportedByManagementAgent: z.boolean(),
  plugin: z.null(),
  priority: text,
  maxConcurrentBatchPredictionsJob: z.int().nullable(),
  credentialId: text,
  datastoreId: text,
  isDeleted: z.boolean(),
  isNative: z.boolean(),
  permissions: z.array(z.string()),
  importMeta: z.strictObject({
    dateCreated: z.iso.datetime(),
    creatorId: z.string().optional(),
    creatorUsername: z.string().optional(),
  }),
});

export const ServerQuery = z.strictObject({ offset, limit: z.int().min(0).max(1000).default(100) });
export const PredictionServer = z.strictObject({ id: z.string(), url: z.string(), 'datarobot-key': z.string() });
