/** The door of the data room: datasets, data stores and recipes; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { chunkJob } from './chunks/chunk.job.ts';
import { chunkRoutes } from './chunks/chunk.routes.ts';
import { dataStoreRoutes } from './data-stores/data-store.routes.ts';
import { catalogItemRoutes } from './datasets/catalog-items/catalog-item.routes.ts';
import { datasetRoutes } from './datasets/dataset.routes.ts';
import { ingestJob } from './datasets/ingest.job.ts';
import { versionRoutes } from './datasets/version.routes.ts';
import { featurelistRoutes } from './featurelists/featurelist.routes.ts';
import { featureRoutes } from './features/feature.routes.ts';
import { insightsJob } from './recipes/preview/insights.job.ts';
import { previewJob } from './recipes/preview/preview.job.ts';
import { publishJob } from './recipes/publish/publish.job.ts';
import { publishRoutes } from './recipes/publish/publish.routes.ts';
import { recipeRoutes } from './recipes/recipe.routes.ts';
import { recipeContentRoutes } from './recipes/recipe-content.routes.ts';
import { recipeRunRoutes } from './recipes/recipe-run.routes.ts';
import { stageRoutes } from './stages/stage.routes.ts';
import { sweepStages } from './stages/sweep-stages.ts';

export { type CsvStyle, csvAsParquet, parquetAsCsv, versionAsCsv } from './as-csv/convert-file.ts';
export { dataStoreAsCsv } from './as-csv/data-store-as-csv.ts';
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
export { withDataStore } from './data-stores/use-data-store.ts';
export { DATASET, getDatasetOrThrow } from './datasets/dataset.kind.ts';
export { datasetName } from './datasets/dataset-name.ts';
export { forgetProject, noteProject } from './datasets/dataset-projects.store.ts';
export { versionForReading } from './datasets/find-version.ts';
export { frameKindOf } from './datasets/frame-kind.ts';
export { ingestVersion } from './datasets/ingest-version.ts';
export { ingestFile } from './datasets/make-version.ts';
export { ingestPromised, promiseFile } from './datasets/promised-file.ts';
export { type RowCells, readCells, repeatedCells } from './datasets/read-cells.ts';
export { readFrame } from './datasets/read-frame.ts';
export type { VersionRecord } from './datasets/version.store.ts';
export { versionProfile, withVersionParquet } from './datasets/version-files.ts';
export { withDuckdb } from './duckdb/duckdb-session.ts';
export { quoteText } from './duckdb/duckdb-text.ts';
export { fetchToBlob } from './from-url/fetch-to-blob.ts';
export { wrongUrl } from './from-url/url.rules.ts';
export { parquetOptions, roomFor } from './ingest/parquet-options.ts';
export { openObject } from './objects/open-object.ts';
export { putFile } from './objects/put-file.ts';
export type { ColumnProfile, DatasetProfile, FeatureSummary } from './profile/profile.types.ts';
export { publishRecipe } from './recipes/publish/publish-recipe.ts';
export { withScratchFolder } from './scratch/scratch-folder.ts';
export { ingestStage, type SaidOfStage, versionOfStage } from './stages/ingest-stage.ts';
export { useCaseEntities } from './use-case-entities.ts';

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
