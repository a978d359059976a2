import { catalogue } from '#platform/http/problem.ts';

export const VectorDatabaseProblems = catalogue({
  notReady: {
    status: 409,
    code: 'genai.vector_database_not_ready',
    message: (name: string, status: string) =>
      `The vector database ${JSON.stringify(name)} is ${status}, so nothing can be looked up in it. Wait until it is ` +
      'COMPLETED, or make it again.',
  },
  noDocuments: {
    status: 422,
    code: 'genai.no_documents',
    message: (dataset: string) =>
      `The column "document" of the dataset ${JSON.stringify(dataset)} holds no text in any row. Add the documents.`,
  },
  unsupportedSeparator: {
    status: 422,
    code: 'genai.unsupported_separator',
    message: (reason: string) => `The separator ${reason}, and make the vector database again.`,
  },
  tooMany: {
    status: 422,
    code: 'genai.too_many_chunks',
    message: (chunks: number, most: number) =>
      `The documents would be ${chunks} chunks; a vector database holds at most ${most}. Take larger chunks or fewer ` +
      'documents.',
  },
  // Not 5xx: such work is tried again, and what is no list of embeddings will not become one.
  malformedEmbeddings: {
    status: 422,
    code: 'genai.embeddings_malformed',
    message: (why: string) =>
      `The embeddings service answered what is no list of embeddings: ${why}. Check ALMANAC_EMBEDDINGS_BASE_URL.`,
  },
  bound: {
    status: 403,
    code: 'genai.vector_database_bound',
    message: (name: string) =>
      `The vector database "${name}" is bound to a synchronised source: its pieces are told one by one, to those who ` +
      'may read them there. Search it instead.',
  },
  otherEmbeddings: {
    status: 409,
    code: 'genai.embeddings_changed',
    message: (model: string) =>
      `The vector database was embedded by ${model}, which this installation does not offer any more. Make it again.`,
  },
});
