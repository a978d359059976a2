import { z } from 'zod';
import { RecipeDialect, Sampling } from './recipe.operations.ts';
import { RecipeTypeName } from './recipe.schema.ts';

const id = z.string().min(1).max(64);
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
  snapshotPolicy: z.enum(['fixed', 'latest']).nullish(),
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
  dataSourceType: z.enum(['jdbc', 'dr-database-v1']),
  dialect: RecipeDialect,
  inputs: z.array(TableSource).min(1).max(100),
  recipeType: RecipeTypeName.nullish(),
});

export const FromRecipe = z.strictObject({
  recipeId: id,
  name,
  description: z.string().max(1000).optional(),
});
