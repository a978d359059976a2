import type { z } from 'zod';
import { readableAmong } from '#access-sync';
import { accessToEach } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { estimateTokens } from '#platform/tokens/token-meter.ts';
import type { CallContext } from '../gateway/chat-completion.ts';
import type { Citation, Settings, VectorDatabaseRow } from '../genai.tables.ts';
import { embedRemotely, LOCAL_MODEL } from './embeddings.ts';
import { findHits, itemsOf } from './find-hits.ts';
import type { Hit } from './search/cached-index.ts';
import type { Search } from './search/chunks.ts';
import { matcher } from './search/metadata-filter.rules.ts';
import { VectorDatabaseProblems as Problems } from './vector-database.problems.ts';
import type { SearchRequest, SearchResult } from './vector-database.schema.ts';
import { vectorDatabaseStore } from './vector-database.store.ts';
import { VECTOR_DATABASE, vectorDatabaseFor } from './vector-databases.ts';

type Retrieving = CallContext & Pick<Platform, 'blobs'>;

/** What is looked for, and how. */
interface Retrieval {
  readonly vectorDatabaseId: string;
  readonly query: string;
  /** What was asked before in the same conversation, newest first. */
  readonly earlier?: readonly string[];
  /** `maxDocumentsRetrievedPerPrompt`, `retrievalMode` and so on, as the blueprint has them. */
  readonly settings: Settings | null;
  readonly metadataFilter: Settings | null;
  readonly signal: AbortSignal;
}

/** What records say of the vector database they use. */
interface UsedVectorDatabase {
  readonly name: string;
  readonly status: string;
  readonly errorMessage: string | null;
}

/** The vector databases among these that the caller may use. */
export async function usedVectorDatabases(
  ctx: Pick<CallContext, 'actor' | 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UsedVectorDatabase>> {
  if (ids.length === 0) return new Map();
  const mine = await accessToEach(ctx, VECTOR_DATABASE, ids);
  const rows = await vectorDatabaseStore(ctx.db.queries).byIds(ctx.actor.organizationId, [...mine.keys()]);
  return new Map(
    rows.map(({ id, name, execution_status: status, error_message: errorMessage }) => [
      id,
      { name, status, errorMessage },
    ]),
  );
}

const USUAL_DIVERSITY = 0.5;

/** The pieces of documents nearest to a question, best first. */
export async function retrieve(ctx: Retrieving, retrieval: Retrieval): Promise<readonly Citation[]> {
  return retrieveFrom(ctx, await vectorDatabaseFor(ctx, retrieval.vectorDatabaseId, 'read'), retrieval);
}

/** The same through a deployment: its callers need no role on the vector database. */
export async function retrieveFrom(
  ctx: Retrieving,
  row: VectorDatabaseRow,
  retrieval: Omit<Retrieval, 'vectorDatabaseId'>,
): Promise<readonly Citation[]> {
  if (row.execution_status !== 'COMPLETED') refuse(Problems.notReady, row.name, row.execution_status);
  const { settings, metadataFilter: filter, signal } = retrieval;
  const query = searchText(retrieval);
  // In the thread a refusal would be an error like any other.
  if (filter !== null) matcher(filter);
  const isLocal = row.embedding_model === LOCAL_MODEL;
  const model = row.embedding_model;
  const search: Search = {
    query,
    vector: isLocal ? null : (await embedRemotely(ctx, [query], { model, signal })).vectors,
    most: numberOr(settings?.maxDocumentsRetrievedPerPrompt, USUAL_DOCUMENTS),
    diversity:
      settings?.retrievalMode === 'maximal_marginal_relevance'
        ? numberOr(settings.maximalMarginalRelevanceLambda, USUAL_DIVERSITY)
        : null,
    withNeighbours: settings?.addNeighborChunks === true,
    filter,
    readable: await readableItems(ctx, row),
  };
  const hits = await findHits(ctx, row, search);
  return withinTokens(hits, numberOr(settings?.maxTokens, Number.POSITIVE_INFINITY)).map(toCitation);
}

const MOST_EARLIER = 3;

/** A question that leans on earlier ones ("and in winter?") is found by their words too, where the blueprint wants that. */
function searchText({ query, earlier = [], settings }: Omit<Retrieval, 'vectorDatabaseId'>): string {
  const retriever = settings?.retriever ?? 'SINGLE_LOOKUP_RETRIEVER';
  if (retriever === 'SINGLE_LOOKUP_RETRIEVER') return query;
  return [...earlier.slice(0, MOST_EARLIER).reverse(), query].join('\n');
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** Asked anew for every question: what somebody may read there can change at any moment. */
async function readableItems(ctx: Retrieving, row: VectorDatabaseRow): Promise<Search['readable']> {
  const { access_connection_id: connectionId, access_item_column: column } = row;
  if (connectionId === null) return null;
  // A binding without a column would be one that nobody can satisfy.
  if (column === null) return { column: '', items: [] };
  const itemIds = await itemsOf(ctx, row, column);
  const email = await vectorDatabaseStore(ctx.db.queries).emailOf(ctx.actor.organizationId, ctx.actor.userId);
  return { column, items: [...(await readableAmong(ctx, { connectionId, email, itemIds }))] };
}

/** The best that fit; the first always comes. */
function withinTokens(hits: readonly Hit[], most: number): readonly Hit[] {
  let tokens = 0;
  return hits.filter(({ text }, at) => {
    tokens += estimateTokens(text);
    return at === 0 || tokens <= most;
  });
}

const toCitation = ({ text, source, metadata, similarity }: Hit): Citation => ({
  text,
  source,
  similarityScore: similarity,
  metadata,
});

const USUAL_DOCUMENTS = 10;

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

const LONGEST_MS = 60_000;

/** What a prompt would be given to answer from; the caller sees what they may read. */
export async function searchVectorDatabase(
  ctx: Ctx,
  vectorDatabaseId: string,
  { query, vectorDatabaseSettings, metadataFilter }: z.output<typeof SearchRequest>,
): Promise<z.infer<typeof SearchResult>> {
  const citations = await retrieve(ctx, {
    vectorDatabaseId,
    query,
    settings: vectorDatabaseSettings ?? null,
    metadataFilter: metadataFilter ?? null,
    signal: AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(ctx.gone ? [ctx.gone] : [])]),
  });
  return { citations: citations.map((one) => ({ ...one, metadata: one.metadata && { ...one.metadata } })) };
}
