import { refuse } from '#platform/http/problem.ts';
import type { Calling } from '../gateway/chat-completion.ts';
import { GenaiProblems } from '../genai.problems.ts';
import type { Citation, Settings } from '../genai.tables.ts';

/** What is looked for, and how. */
export interface Retrieval {
  readonly vectorDatabaseId: string;
  readonly query: string;
  /** `maxDocumentsRetrievedPerPrompt`, `retrievalMode` and so on, as the blueprint has them. */
  readonly settings: Settings | null;
  readonly metadataFilter: Settings | null;
  readonly signal: AbortSignal;
}

/** What records say of the vector database they use. */
export interface UsedVectorDatabase {
  readonly name: string;
  readonly status: string;
  readonly errorMessage: string | null;
}

/** The vector databases among these that the caller may use. There are none in this installation yet. */
export async function usedVectorDatabases(
  _ctx: Pick<Calling, 'actor' | 'db'>,
  _ids: readonly string[],
): Promise<ReadonlyMap<string, UsedVectorDatabase>> {
  return new Map();
}

/** The pieces of documents nearest to a question, best first. */
export async function retrieve(_ctx: Calling, { vectorDatabaseId }: Retrieval): Promise<readonly Citation[]> {
  return refuse(GenaiProblems.noSuch, 'vector database', vectorDatabaseId, 'genai/vectorDatabases/');
}
