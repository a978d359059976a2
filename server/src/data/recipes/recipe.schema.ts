import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { orderBy, pageQuery } from '#platform/http/page.ts';
import { Downsampling, Operation, Operations, RecipeDialect, Sampling } from './recipe.operations.ts';

/** Clients send names of types in either case. */
const upper = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(values));

export const RecipeTypeName = upper(['SQL', 'WRANGLING']);
const SnapshotPolicy = z.enum(['fixed', 'latest']);

const id = z.string().min(1).max(64);
const alias = z
  .string()
  .min(1)
  .max(128)
  .nullish()
  .transform((value) => value ?? null);
const sampling = Sampling.nullish().transform((value) => value ?? null);

export const DatasetInput = z.strictObject({
  inputType: z.literal('dataset'),
  datasetId: id,
  datasetVersionId: id.nullish().transform((value) => value ?? null),
  snapshotPolicy: SnapshotPolicy.nullish().transform((value) => value ?? 'latest'),
  sampling,
  alias,
});

export const TableInput = z.strictObject({
  inputType: z.literal('datasource'),
  dataSourceId: id,
  dataStoreId: id,
  datasetId: id.nullish().transform((value) => value ?? null),
  sampling,
  alias,
});

export const RecipeInput = z.discriminatedUnion('inputType', [DatasetInput, TableInput]);
export type RecipeInput = z.output<typeof RecipeInput>;
export type DatasetInput = z.output<typeof DatasetInput>;
export type TableInput = z.output<typeof TableInput>;

const column = z.string().min(1).max(1000).nullable();
const SETTINGS = {
  target: column,
  weightsFeature: column,
  predictionPoint: column,
  relationshipsConfigurationId: id.nullable(),
  featureDiscoverySupervisedFeatureReduction: z.boolean().nullable(),
  featureDiscoveryProjectId: id.nullable(),
  sparkInstanceSize: z.enum(['small', 'medium', 'large']).nullable(),
};
export const RecipeSettings = z.strictObject(SETTINGS);
export type RecipeSettings = z.output<typeof RecipeSettings>;
export const SettingsChange = RecipeSettings.partial();

export const noSettings = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, null])) as RecipeSettings;

const Person = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  fullName: z.string().nullable(),
  username: z.string(),
});

export const Recipe = z.strictObject({
  recipeId: z.string(),
  name: z.string(),
  description: z.string(),
  dialect: RecipeDialect,
  status: z.enum(['draft', 'published']),
  recipeType: z.enum(['SQL', 'WRANGLING']),
  inputs: z.array(RecipeInput),
  operations: z.array(Operation),
  downsampling: Downsampling.nullable(),
  settings: RecipeSettings,
  sql: z.string().nullable(),
  useCaseId: z.string().nullable(),
  errorMessage: z.string().nullable().describe('Why the last preview or publication of the recipe failed'),
  failedOperationsIndex: z.int().nullable().describe('Which operation failed, from 0'),
  createdAt: z.iso.datetime(),
  createdBy: Person,
  updatedAt: z.iso.datetime(),
  updatedBy: Person,
});
export type Recipe = z.infer<typeof Recipe>;

export const RecipeInputs = z.strictObject({ inputs: z.array(RecipeInput) });
export const InputsChange = z.strictObject({ inputs: z.array(RecipeInput).min(1).max(100) });
export const OperationsChange = z.strictObject({ operations: Operations });
export const DownsamplingChange = z.strictObject({ downsampling: Downsampling.nullable() });

export const RecipeChange = z.strictObject({
  name: z.string().trim().min(1).max(255).optional(),
  description: z.string().max(1000).optional(),
  recipeType: RecipeTypeName.optional(),
  sql: z.string().max(64_000).optional(),
});

export const SqlRequest = z.strictObject({ operations: Operations.nullish() });
export const SqlText = z.strictObject({ sql: z.string() });

const ORDERS = [
  'recipeId',
  'name',
  'description',
  'dialect',
  'status',
  'recipeType',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
] as const;

export const RecipeQuery = pageQuery().extend({
  orderBy: orderBy(ORDERS).default('-createdAt'),
  search: z.string().max(255).optional(),
  dialect: z.array(RecipeDialect).min(1).optional(),
  status: z
    .array(z.enum(['draft', 'published']))
    .min(1)
    .optional(),
  recipeType: z.array(RecipeTypeName).min(1).optional(),
  creatorUserId: z.array(id).min(1).optional(),
  creatorUsername: z.array(z.string().max(320)).min(1).optional(),
});

const useCaseId = id.nullish();
const name = z.string().trim().min(1).max(255).optional();

/** Only the sampling of the one input is said here; everything else about it follows from the dataset. */
const SampledInput = z.strictObject({ sampling: Sampling.nullish() });

export const FromDataset = z.strictObject({
  useCaseId,
  datasetId: id,
  datasetVersionId: id.nullish(),
  dialect: RecipeDialect.nullish(),
  inputs: z.array(SampledInput).max(1).nullish(),
  recipeType: RecipeTypeName.nullish(),
  snapshotPolicy: SnapshotPolicy.nullish(),
});

const part = z.string().min(1).max(255);
const TableSource = z.strictObject({
  canonicalName: part,
  table: part,
  schema: part.nullish(),
  catalog: part.nullish(),
  sampling: Sampling.nullish(),
});

export const FromDataStore = z.strictObject({
  useCaseId,
  dataStoreId: id,
  dataSourceType: ignored(z.enum(['jdbc', 'dr-database-v1']), 'The type follows from the data store', ['jdbc']),
  dialect: RecipeDialect,
  inputs: z.array(TableSource).min(1).max(100),
  recipeType: RecipeTypeName.nullish(),
});

export const FromRecipe = z.strictObject({
  recipeId: id,
  name,
  description: z.string().max(1000).optional(),
});
