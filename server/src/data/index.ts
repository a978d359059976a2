/** The door of the data room: datasets, data stores and recipes; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { chunkJob } from './chunks/chunk.job.ts';
import { chunkRoutes } from './chunks/chunk.routes.ts';
import { dataStoreRoutes } from './data-stores/data-store.routes.ts';
import { catalogItemRoutes } from './datasets/catalog-item.routes.ts';
import { datasetRoutes } from './datasets/dataset.routes.ts';
import { ingestJob } from './datasets/ingest.job.ts';
import { versionRoutes } from './datasets/version.routes.ts';
import { featureRoutes } from './features/feature.routes.ts';
import { featurelistRoutes } from './features/feature-list.routes.ts';
import { insightsJob } from './recipes/preview/insights.job.ts';
import { previewJob } from './recipes/preview/preview.job.ts';
import { publishJob } from './recipes/publish/publish.job.ts';
import { publishRoutes } from './recipes/publish/publish.routes.ts';
import { recipeRoutes } from './recipes/recipe.routes.ts';
import { recipeContentRoutes } from './recipes/recipe-content.routes.ts';
import { recipeRunRoutes } from './recipes/recipe-run.routes.ts';
import { stageRoutes } from './uploads/stage.routes.ts';
import { sweepStages } from './uploads/sweep-stages.ts';

export { defineChunks, writeChunks } from './chunks/make-chunks.ts';
export {
  type Chunk,
  type ChunkOrder,
  chunksForUse,
  chunksOf,
  readChunk,
  type UsableChunks,
  useChunks,
} from './chunks/read-chunk.ts';
export { dataEraser } from './data-eraser.ts';
export { requireCredential } from './data-stores/credentials/keep-credentials.ts';
export { DATA_STORE } from './data-stores/data-store.kind.ts';
export { dataStoreAsCsv } from './data-stores/data-store-csv.ts';
export { openObject } from './data-stores/open-object.ts';
export { putFile } from './data-stores/put-file.ts';
export { withDataStore } from './data-stores/use-data-store.ts';
export { ingestStage, type SaidOfStage, versionOfStage } from './datasets/ingest-stage.ts';
export { type CsvStyle, csvAsParquet, parquetAsCsv } from './duckdb/csv-files.ts';
export { withDuckdb } from './duckdb/duckdb-session.ts';
export { quoteText } from './duckdb/duckdb-text.ts';
export { parquetOptions, roomFor } from './duckdb/parquet.ts';
export { withScratchFolder } from './duckdb/scratch-folder.ts';
export type { ColumnProfile, DatasetProfile, FeatureSummary } from './profile/profile.types.ts';
export { publishRecipe } from './recipes/publish/publish-recipe.ts';
export { fetchToBlob } from './uploads/fetch-to-blob.ts';
export { wrongUrl } from './uploads/url.rules.ts';
export { useCaseEntities } from './use-case-entities.ts';
export { DATASET, getDatasetOrThrow } from './versions/dataset.kind.ts';
export { datasetName } from './versions/dataset-name.ts';
export { forgetProject, noteProject } from './versions/dataset-projects.store.ts';
export { versionForReading } from './versions/find-version.ts';
export { frameKindOf } from './versions/frame-kind.ts';
export { ingestVersion } from './versions/ingest-version.ts';
export { ingestFile } from './versions/make-version.ts';
export { ingestPromised, promiseFile } from './versions/promised-file.ts';
export { type RowCells, readCells, repeatedCells } from './versions/read-cells.ts';
export { readFrame } from './versions/read-frame.ts';
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

/** The kinds of work this room owns. */
export function registerJobs({ jobs }: Platform): void {
  jobs.register(ingestJob);
  jobs.register(sweepStages);
  jobs.register(chunkJob);
  jobs.register(previewJob);
  jobs.register(insightsJob);
  jobs.register(publishJob);
}
