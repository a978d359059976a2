import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { pageQuery } from '#platform/http/page.ts';

/** Objects that can have key values here. */
const KEPT = ['deployment', 'modelPackage', 'registeredModel', 'customModelVersion', 'predictionEnvironment'] as const;
export const EntityType = z.enum(KEPT, {
  error: ({ input }) =>
    `There are no objects of type ${JSON.stringify(input)} here. Key values stand on one of ${KEPT.join(', ')}`,
});
export type EntityType = z.output<typeof EntityType>;

const TYPES = [
  'boolean',
  'credential',
  'dataset',
  'deploymentId',
  'json',
  'modelVersion',
  'numeric',
  'string',
  'url',
  'yaml',
] as const;
export const ValueType = z.enum(TYPES, {
  error: ({ input }) =>
    ['binary', 'image', 'pickle'].includes(String(input))
      ? `Files are no key values here (${input}). Upload the file as a dataset, or store its address, as url`
      : `Must be one of ${TYPES.join(', ')}`,
});
export type ValueType = z.output<typeof ValueType>;

const category = z.enum(['trainingParameter', 'metric', 'tag', 'artifact', 'runtimeParameter']);
const name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^{};|]*$/, 'Must not contain { } ; |');
const description = z.string().max(10_000).nullish();

/** One of them, as the type of the value says. */
const values = {
  value: z.string().max(100_000).nullish(),
  numericValue: z.number().nullish(),
  booleanValue: z.boolean().nullish(),
};
export interface SentValue {
  readonly value?: string | null | undefined;
  readonly numericValue?: number | null | undefined;
  readonly booleanValue?: boolean | null | undefined;
}

export const KeyValueCreate = z.strictObject({
  entityId: z.string().min(1),
  entityType: EntityType,
  name,
  category,
  valueType: ValueType,
  description,
  ...values,
});
export type KeyValueCreate = z.output<typeof KeyValueCreate>;

export const KeyValueChange = KeyValueCreate.partial().extend({
  comment: ignored(
    z.string().max(10_000).nullish(),
    'Former values are not kept, and so there is nothing to comment on',
  ),
});
export type KeyValueChange = z.output<typeof KeyValueChange>;

export const KeyValueQuery = pageQuery().extend({
  entityId: z.string().min(1),
  entityType: EntityType,
  name: z.string().optional(),
  category: category.optional(),
});
export type KeyValueQuery = z.output<typeof KeyValueQuery>;

/** Clients demand every field, whatever the type of the value. */
export const KeyValue = z.strictObject({
  id: z.string(),
  entityId: z.string(),
  entityType: z.string(),
  name: z.string(),
  category: z.string(),
  valueType: z.string(),
  value: z.string(),
  numericValue: z.number(),
  booleanValue: z.boolean(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  creatorId: z.string(),
  creatorName: z.string(),
  artifactSize: z.int(),
  originalFileName: z.string(),
  isEditable: z.boolean(),
  isDatasetMissing: z.boolean(),
  errorMessage: z.string(),
});
