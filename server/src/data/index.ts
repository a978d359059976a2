import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { chunkJob } from './chunks/chunk.job.ts';
import { chunkRoutes } from './chunks/chunk.routes.ts';
import { dataStoreRoutes } from './data-stores/data-store.routes.ts';
import { catalogItemRoutes } from './datasets/catalog-item.routes.ts';
import { datasetRoutes } from './datasets/dataset.routes.ts';
import { ingestJob } from './datasets/ingest.job.ts';
import { versionRoutes } from './datasets/version.routes.ts';
import { featurelistRoutes, featureRoutes } from './features/feature.routes.ts';
import { insightsJob, previewJob } from './recipes/preview/preview.job.ts';
import { publishJob } from './recipes/publish/publish.job.ts';
import { recipeContentRoutes, recipeRoutes } from './recipes/recipe.routes.ts';
import { publishRoutes, recipeRunRoutes } from './recipes/recipe-run.routes.ts';
import { stageRoutes } from './uploads/stage.routes.ts';
import { sweepStages } from './uploads/stages.ts';

/** The public interface of the data module: routes, jobs, and what other modules use. */

export { dataEraser, useCaseEntities } from './account-ports.ts';
export { defineChunks, writeChunks } from './chunks/chunk-definitions.ts';
export {
  type Chunk,
  type ChunkOrder,
  chunksForUse,
  chunksOf,
  readChunk,
  type UsableChunks,
  useChunks,
} from './chunks/read-chunk.ts';
export { requireCredential } from './data-stores/credentials.ts';
export { dataStoreAsCsv } from './data-stores/data-store-csv.ts';
export { DATA_STORE } from './data-stores/data-stores.ts';
export { openObject, putFile } from './data-stores/objects.ts';
export { withDataStore } from './data-stores/use-data-store.ts';
export { type ExpectedReading, ingestStage, versionOfStage } from './datasets/ingest.job.ts';
export { type CsvStyle, csvAsParquet, parquetAsCsv } from './duckdb/csv-files.ts';
export { duckdbOptionsFor, withDuckdb } from './duckdb/duckdb-session.ts';
export { parquetOptions, quoteText } from './duckdb/duckdb-sql.ts';
export { withScratchFolder } from './duckdb/scratch-folder.ts';
export type { ColumnProfile, DatasetProfile, FeatureSummary } from './profile/profile.types.ts';
export { publishRecipe } from './recipes/publish/publish-recipe.ts';
export { UNREADY_RECIPE } from './recipes/recipe.problems.ts';
export { fetchToBlob } from './uploads/guarded-fetch.ts';
export { wrongUrl } from './uploads/url.rules.ts';
export { READING_REFUSALS } from './versions/dataset.problems.ts';
export { linkProject, unlinkProject } from './versions/dataset.store.ts';
export { DATASET, datasetName, datasetResource, versionForReading } from './versions/find-version.ts';
export { createPendingFile, ingestPendingFile, ingestVersion } from './versions/ingest-version.ts';
export { ingestFile } from './versions/make-version.ts';
export { findRepeatedCells, type RowCells, readCells } from './versions/read-cells.ts';
export { frameKindOf, readFrame } from './versions/read-frame.ts';
export type { VersionRecord } from './versions/version.store.ts';
export { versionAsCsv, versionProfile, withVersionParquet } from './versions/version-files.ts';

export const routes: readonly RouteRecord[] = [
  ...datasetRoutes,
  ...versionRoutes,
  ...featureRoutes,
  ...featurelistRoutes,
  ...catalogItemRoutes,
  ...dataStoreRoutes,
  ...stageRoutes,
  ...chunkRoutes,
  ...recipeRoutes,
  ...recipeContentRoutes,
  ...recipeRunRoutes,
  ...publishRoutes,
];

/** The job kinds of this module. */
export function registerJobs({ jobs }: Platform): void {
  jobs.register(ingestJob);
  jobs.register(sweepStages);
  jobs.register(chunkJob);
  jobs.register(previewJob);
  jobs.register(insightsJob);
  jobs.register(publishJob);
}
