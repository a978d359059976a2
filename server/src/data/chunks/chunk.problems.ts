import { catalogue, conflict, forbidden, notFound, unprocessable } from '#platform/http/problem.ts';

export const ChunkProblems = catalogue({
  notEnabled: forbidden(
    'data.chunking_not_enabled',
    (username: string) =>
      `${username} does not hold the permission ENABLE_DATA_CHUNKING_SERVICE. An administrator can grant it with PATCH users/{userId}/.`,
  ),
  noSuchDefinition: notFound(
    'data.no_such_dataset_definition',
    (id: string) =>
      `You have no dataset definition ${id}: they belong to who made them. GET datasetDefinitions/ lists yours.`,
  ),
  noSuchVersion: notFound(
    'data.no_such_definition_version',
    (id: string, version: number) =>
      `The dataset definition ${id} has no version ${version}. GET datasetDefinitions/${id}/versions/ lists them.`,
  ),
  noSuchChunks: notFound(
    'data.no_such_chunk_definition',
    (id: string) =>
      `There is no chunk definition ${id} of yours here. GET datasetDefinitions/{id}/chunkDefinitions/ lists them.`,
  ),
  notAnalyzed: unprocessable(
    'data.definition_not_analyzed',
    (id: string) => `The dataset definition ${id} was not analyzed yet. POST datasetDefinitions/${id}/analyze/ first.`,
  ),
  chunksNotAnalyzed: unprocessable(
    'data.chunks_not_analyzed',
    (definitionId: string, id: string) =>
      `The chunks of ${id} are not written yet. POST datasetDefinitions/${definitionId}/chunkDefinitions/${id}/analyze/ and wait for its status.`,
  ),
  analyzedAlready: conflict(
    'data.chunks_analyzed',
    (id: string) =>
      `The chunks of ${id} are written. Send operations.forceUpdate true to change it all the same, and analyze it again.`,
  ),
  inUse: conflict(
    'data.chunks_in_use',
    (id: string) =>
      `A project learns from the chunk definition ${id}, so it stays as it is. Make another one for other chunks.`,
  ),
  noRows: unprocessable(
    'data.chunks_empty',
    (id: string) =>
      `No row of the dataset is left for the chunk definition ${id}: its dates leave all of them out. Correct otvTrainingEndDate or the validation dates.`,
  ),
  noSuchChunk: unprocessable(
    'data.no_such_chunk',
    (id: string, index: number, chunks: number) =>
      `The chunk definition ${id} has ${chunks} chunks, counted from 0; there is no chunk ${index}.`,
  ),
});
