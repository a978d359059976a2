import { catalogue } from '#platform/http/problem.ts';

export const ChunkProblems = catalogue({
  notEnabled: {
    status: 403,
    code: 'data.chunking_not_enabled',
    message: (username: string) =>
      `${username} does not hold the permission ENABLE_DATA_CHUNKING_SERVICE. An administrator can grant it with PATCH users/{userId}/.`,
  },
  noSuchDefinition: {
    status: 404,
    code: 'data.no_such_dataset_definition',
    message: (id: string) =>
      `You have no dataset definition ${id}: they belong to who made them. GET datasetDefinitions/ lists yours.`,
  },
  noSuchVersion: {
    status: 404,
    code: 'data.no_such_definition_version',
    message: (id: string, version: number) =>
      `The dataset definition ${id} has no version ${version}. GET datasetDefinitions/${id}/versions/ lists them.`,
  },
  noSuchChunks: {
    status: 404,
    code: 'data.no_such_chunk_definition',
    message: (id: string) =>
      `There is no chunk definition ${id} of yours here. GET datasetDefinitions/{id}/chunkDefinitions/ lists them.`,
  },
  notAnalyzed: {
    status: 422,
    code: 'data.definition_not_analyzed',
    message: (id: string) =>
      `The dataset definition ${id} was not analyzed yet. POST datasetDefinitions/${id}/analyze/ first.`,
  },
  chunksNotAnalyzed: {
    status: 422,
    code: 'data.chunks_not_analyzed',
    message: (definitionId: string, id: string) =>
      `The chunks of ${id} are not written yet. POST datasetDefinitions/${definitionId}/chunkDefinitions/${id}/analyze/ and wait for its status.`,
  },
  analyzedAlready: {
    status: 409,
    code: 'data.chunks_analyzed',
    message: (id: string) =>
      `The chunks of ${id} are written. Send operations.forceUpdate true to change it all the same, and analyze it again.`,
  },
  inUse: {
    status: 409,
    code: 'data.chunks_in_use',
    message: (id: string) =>
      `A project learns from the chunk definition ${id}, so it stays as it is. Make another one for other chunks.`,
  },
  noRows: {
    status: 422,
    code: 'data.chunks_empty',
    message: (id: string) =>
      `No row of the dataset is left for the chunk definition ${id}: its dates leave all of them out. Correct otvTrainingEndDate or the validation dates.`,
  },
  noSuchChunk: {
    status: 422,
    code: 'data.no_such_chunk',
    message: (id: string, index: number, chunks: number) =>
      `The chunk definition ${id} has ${chunks} chunks, counted from 0; there is no chunk ${index}.`,
  },
});
