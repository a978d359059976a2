import { z } from 'zod';
import { SharedRolesChange } from '#accounts';
import { pageQuery } from '#platform/http/page.ts';
import type { VersionRecord } from '../versions/version.store.ts';

export const CategoryName = z.enum(['TRAINING', 'PREDICTION', 'SAMPLE']);
/** One, or several. Form fields carry one, or a list as JSON. */
const Categories = z
  .array(CategoryName)
  .max(3)
  .transform((names) => [...new Set(names)]);
const OneOrMoreCategories = z.union([CategoryName.transform((one) => [one]), Categories]);

const Sample = z.strictObject({ type: z.literal('rows'), value: z.int().min(1) });

const orderBy = z.enum(['created', '-created']).default('-created');

export const VersionQuery = pageQuery().extend({
  category: CategoryName.optional(),
  orderBy,
  filterFailed: z.boolean().default(false),
});
export const DatasetQuery = VersionQuery.extend({
  datasetVersionIds: z.array(z.string().max(64)).max(100).optional(),
  useCaseIds: z.array(z.string().max(64)).max(100).optional(),
  isDeleted: z.boolean().default(false),
  searchFor: z.string().max(255).optional().describe('In the name, the description or a tag; in any case'),
  vectorDatabaseEligibleOnly: z.boolean().default(false),
  vectorDatabaseMetadataEligibleOnly: z.boolean().default(false),
});

const kept = z.literal(true, 'What is read is always kept: send true or leave this out').nullish();
const options = { categories: OneOrMoreCategories.nullish(), doSnapshot: kept, persistDataAfterIngestion: kept };

/** `categories` is an array here, so that text in a form field becomes one. */
export const FromFile = z.strictObject({ categories: Categories.optional() });
export const FromUrl = z.strictObject({ url: z.string().min(1).max(8000), ...options, sampleSize: Sample.nullish() });
export const FromStage = z.strictObject({
  stageId: z.string().min(1).max(64),
  categories: OneOrMoreCategories.nullish(),
});
export const FromVersion = z.strictObject({ categories: OneOrMoreCategories.nullish() });
export const FromLatestVersion = z.strictObject({
  categories: OneOrMoreCategories.nullish(),
  useLatestSuccess: z.boolean().nullish(),
});

const name = z.string().trim().min(1).max(255);
const tags = z.array(z.string().trim().min(1).max(100)).max(100);
export const DatasetChange = z.strictObject({ name: name.optional(), categories: OneOrMoreCategories.optional() });

export const BulkChange = z.strictObject({
  datasetIds: z.array(z.string().max(64)).min(1).max(100),
  payload: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('delete') }),
    z.strictObject({ action: z.literal('undelete') }),
    z.strictObject({ action: z.literal('tag'), tags }),
    SharedRolesChange.omit({ operation: true }).extend({ action: z.literal('updateRoles') }),
  ]),
});

export const Begun = z.strictObject({ catalogId: z.string(), catalogVersionId: z.string(), statusId: z.string() });

export const DatasetItem = z.strictObject({
  datasetId: z.string(),
  versionId: z.string(),
  name: z.string(),
  categories: z.array(CategoryName),
  creationDate: z.iso.datetime(),
  createdBy: z.string(),
  isDataEngineEligible: z.boolean(),
  isLatestVersion: z.boolean(),
  isSnapshot: z.boolean(),
  isVectorDatabaseEligible: z.boolean(),
  isWranglingEligible: z.boolean(),
  isPlaygroundEligible: z.boolean(),
  processingState: z.enum(['RUNNING', 'COMPLETED', 'ERROR']),
  dataPersisted: z.boolean(),
  datasetSize: z.int().nullable(),
  rowCount: z.int().nullable(),
  sampleSize: Sample.nullable(),
  timeSeriesProperties: z.strictObject({ isMostlyImputed: z.null() }),
});

export const DatasetRecord = z.strictObject({
  ...DatasetItem.shape,
  isPlaygroundEvaluationDatasetEligible: z.boolean(),
  dataSourceType: z.string(),
  dataSourceId: z.null(),
  dataEngineQueryId: z.null(),
  recipeId: z.string().nullable(),
  error: z.string(),
  /** What was left out of the file, and why. */
  warnings: z.array(z.string()),
  lastModificationDate: z.iso.datetime(),
  lastModifierFullName: z.string(),
  uri: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  eda1ModificationDate: z.iso.datetime().nullable(),
  eda1ModifierFullName: z.string().nullable(),
  featureCount: z.int(),
  featureCountByType: z.array(z.strictObject({ count: z.int(), featureType: z.string() })),
  entityCountByType: z.strictObject({ numProjects: z.int() }),
});

export const Permissions = z.record(z.string(), z.boolean());
export const ProjectLink = z.strictObject({ id: z.string(), url: z.string() });
export const Nothing = z.strictObject({});

/** A dataset is shown as its latest version; a version is shown the same way. */
export function toItem(row: VersionRecord): z.infer<typeof DatasetItem> {
  const completed = row.state === 'COMPLETED';
  return {
    datasetId: row.dataset_id,
    versionId: row.id,
    name: row.name,
    categories: row.categories,
    creationDate: row.created_at.toISOString(),
    createdBy: row.creator,
    isDataEngineEligible: completed,
    isLatestVersion: row.id === row.latest_version_id,
    isSnapshot: true,
    isVectorDatabaseEligible: completed && row.reading?.format === 'documents',
    isPlaygroundEligible: false,
    isWranglingEligible: completed,
    processingState: row.state,
    dataPersisted: row.state !== 'ERROR',
    datasetSize: row.original_bytes ?? row.parquet_bytes,
    rowCount: row.row_count,
    sampleSize: row.sample_size,
    timeSeriesProperties: { isMostlyImputed: null },
  };
}

export function toRecord(row: VersionRecord): z.infer<typeof DatasetRecord> {
  return {
    ...toItem(row),
    isPlaygroundEvaluationDatasetEligible: false,
    dataSourceType: row.source_type,
    dataSourceId: null,
    dataEngineQueryId: null,
    recipeId: row.recipe_id,
    error: row.error,
    warnings: [...(row.reading?.warnings ?? [])],
    lastModificationDate: row.modified_at.toISOString(),
    lastModifierFullName: row.modifier_full_name,
    uri: row.source_uri,
    description: row.description,
    tags: row.tags,
    eda1ModificationDate: row.ended_at?.toISOString() ?? null,
    eda1ModifierFullName: row.ended_at ? row.creator_full_name : null,
    featureCount: row.column_count ?? 0,
    featureCountByType: [...(row.feature_types ?? [])],
    entityCountByType: { numProjects: row.project_count },
  };
}

/** Of a dataset as a whole, which is older than its latest version. */
export const ofDataset = <Shown extends { creationDate: string }>(row: VersionRecord, shown: Shown): Shown => ({
  ...shown,
  creationDate: row.dataset_created_at.toISOString(),
});
