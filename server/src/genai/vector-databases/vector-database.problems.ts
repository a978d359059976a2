import { catalogue, conflict, forbidden, unprocessable } from '#platform/http/problem.ts';

export const VectorDatabaseProblems = catalogue({
  notReady: conflict(
    'genai.vector_database_not_ready',
    (name: string, status: string) =>
      `The vector database ${JSON.stringify(name)} is ${status}, so nothing can be looked up in it. Wait until it is ` +
      'COMPLETED, or make it again.',
  ),
  noDocuments: unprocessable(
    'genai.no_documents',
    (dataset: string) =>
      `The column "document" of the dataset ${JSON.stringify(dataset)} holds no text in any row. Add the documents.`,
  ),
  unsupportedSeparator: unprocessable(
    'genai.unsupported_separator',
    (reason: string) => `The separator ${reason}, and make the vector database again.`,
  ),
  tooMany: unprocessable(
    'genai.too_many_chunks',
    (chunks: number, most: number) =>
      `The documents would be ${chunks} chunks; a vector database holds at most ${most}. Take larger chunks or fewer ` +
      'documents.',
  ),
  // Not 5xx: such work is tried again, and what is no list of embeddings will not become one.
  malformedEmbeddings: unprocessable(
    'genai.embeddings_malformed',
    (why: string) =>
      `The embeddings service answered what is no list of embeddings: ${why}. Check ALMANAC_EMBEDDINGS_BASE_URL.`,
  ),
  bound: forbidden(
    'genai.vector_database_bound',
    (name: string) =>
      `The vector database "${name}" is bound to a synchronised source: its pieces are told one by one, to those who ` +
      'may read them there. Search it instead.',
  ),
  otherEmbeddings: conflict(
    'genai.embeddings_changed',
    (model: string) =>
      `The vector database was embedded by ${model}, which this installation does not offer any more. Make it again.`,
  ),
});
