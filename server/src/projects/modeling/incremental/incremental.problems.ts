import { catalogue } from '#platform/http/problem.ts';

export const IncrementalProblems = catalogue({
  notEnabled: {
    status: 403,
    code: 'projects.incremental_not_enabled',
    message: (username: string) =>
      `${username} does not hold the permission ENABLE_INCREMENTAL_LEARNING. An administrator can grant it with PATCH users/{userId}/.`,
  },
  cannotContinue: {
    status: 422,
    code: 'projects.cannot_continue',
    message: (id: string, why: string) => `Model ${id} cannot go on learning. ${why}`,
  },
  noChunksSaid: {
    status: 422,
    code: 'projects.no_chunks',
    message: () => 'The project has no chunks of its own. Send chunkDefinitionId.',
  },
  notIncremental: {
    status: 422,
    code: 'projects.not_incremental',
    message: (id: string) =>
      `Model ${id} has not learned from chunks yet. POST incrementalLearningModels/fromSampleModel/ begins with the first one.`,
  },
  noChunksLeft: {
    status: 422,
    code: 'projects.no_chunks_left',
    message: (id: string, chunks: number) =>
      `Model ${id} has been through all ${chunks} chunks of this definition. Use another chunk definition.`,
  },
  readyAsItIs: {
    status: 422,
    code: 'projects.incremental_ready',
    message: (id: string) =>
      `Model ${id} learned piece by piece; learning it again on the project's own rows would lose what it knows. Deploy it as it is.`,
  },
  noTimeStep: {
    status: 422,
    code: 'projects.incremental_no_time_step',
    message: () =>
      'The dates have no regular step, so rows are numbered one by one and nothing can be continued from chunk to chunk. Leave the fields about incremental learning out, or bring the data to a regular step.',
  },
  wrongChunkOrder: {
    status: 422,
    code: 'projects.wrong_chunk_order',
    message: (id: string, why: string) => `The chunk definition ${id} does not fit the project. ${why}.`,
  },
  tooFewCells: {
    status: 422,
    code: 'projects.too_few_cells',
    message: (model: string, cells: number) =>
      `All chunks together bring ${cells} cells, too few for ${model}. Use chunks with more history, or another model.`,
  },
  noUsableRows: {
    status: 422,
    code: 'projects.no_usable_rows',
    message: (what: string, target: string) =>
      `No row of ${what} can be learned from: ${target} is missing in all of them, has only unknown values, they are the rows models are evaluated on, or the model has learned from them already.`,
  },
});
