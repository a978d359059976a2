import type { z } from 'zod';
import type { VersionRecord } from '../versions/version.store.ts';
import type { DatasetItem, DatasetRecord } from './dataset.schema.ts';

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
