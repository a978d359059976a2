import type { Settings } from '../genai.tables.ts';
import type { VectorDatabaseRow } from './vector-database.tables.ts';

export const USUAL_DOCUMENTS = 10;

/** The most tokens that pieces of documents add to a question: what a quota is asked for before any is looked up. */
export function mostDocsTokens(
  { chunking }: Pick<VectorDatabaseRow, 'chunking'>,
  settings: Settings | null,
  contextSize: number,
): number {
  const { maxTokens, maxDocumentsRetrievedPerPrompt, addNeighborChunks } = settings ?? {};
  if (typeof maxTokens === 'number') return Math.min(maxTokens, contextSize);
  // Rows that are chunks already are as long as whoever wrote them liked.
  if (chunking.custom) return contextSize;
  const documents =
    typeof maxDocumentsRetrievedPerPrompt === 'number' ? maxDocumentsRetrievedPerPrompt : USUAL_DOCUMENTS;
  return Math.min(contextSize, documents * chunking.size * (addNeighborChunks === true ? 3 : 1));
}
