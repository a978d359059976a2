import { type ApiCall, get, patch, post, remove } from './call.ts';
import type { Window } from './calls.ts';
import type { Citation, Execution } from './chats.ts';
import type { RetrievalSettings } from './playgrounds.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

export interface VectorDatabase {
  readonly id: string;
  readonly name: string;
  /** Bytes of vectors and chunks. */
  readonly size: number;
  readonly useCaseId: string;
  readonly datasetId: string;
  readonly datasetName: string;
  readonly embeddingModel: string;
  readonly chunkingMethod: string | null;
  readonly chunkSize: number | null;
  readonly chunkOverlapPercentage: number | null;
  readonly chunksCount: number;
  readonly separators: readonly string[] | null;
  readonly executionStatus: Execution;
  readonly errorMessage: string | null;
  readonly familyId: string;
  readonly version: number;
  readonly metadataColumns: readonly string[];
  readonly accessConnectionId: string | null;
  readonly accessItemColumn: string | null;
  readonly playgroundsCount: number;
  readonly userName: string;
  readonly creationDate: string;
}

export interface NewVectorDatabase {
  readonly datasetId: string;
  readonly useCaseId: string;
  readonly name?: string;
  readonly parentVectorDatabaseId?: string;
  readonly updateLlmBlueprints?: boolean;
  readonly chunkingParameters?: {
    readonly embeddingModel?: string;
    readonly chunkSize?: number;
    readonly chunkOverlapPercentage?: number;
  };
  readonly accessConnectionId?: string;
}

interface ChunkingParameter {
  readonly name: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly description: string;
  readonly default: number | boolean | readonly string[];
}

interface Chunkings {
  readonly textChunkingConfigs: readonly {
    readonly embeddingModel: string;
    readonly methods: readonly { readonly chunkingParameters: readonly ChunkingParameter[] }[];
  }[];
}

export interface Search {
  readonly query: string;
  readonly vectorDatabaseSettings: RetrievalSettings;
  readonly metadataFilter: Readonly<Record<string, unknown>> | null;
}

const ALL = 'genai/vectorDatabases/';
const path = (id: string): string => `${ALL}${segment(id)}/`;

export const vectorDatabaseCalls = {
  list: (window: Window): ApiCall<Page<VectorDatabase>> => get(ALL, { ...window }),
  usable: (): ApiCall<Page<VectorDatabase>> => get(ALL, { limit: 1000, completedOnly: true }),
  family: (familyId: string): ApiCall<Page<VectorDatabase>> => get(ALL, { familyId, limit: 1000 }),
  create: (wanted: NewVectorDatabase): ApiCall<VectorDatabase> => post(ALL, { ...wanted }),
  one: (id: string): ApiCall<VectorDatabase> => get(path(id)),
  rename: (id: string, name: string): ApiCall<VectorDatabase> => patch(path(id), { name }),
  remove: (id: string): ApiCall<void> => remove(path(id)),
  chunkings: (): ApiCall<Chunkings> => get(`${ALL}supportedTextChunkings/`),
  search: (id: string, search: Search): ApiCall<{ readonly citations: readonly Citation[] }> =>
    post(`${path(id)}search/`, { ...search }),
};

export const vectorDatabaseKeys = {
  all: ['vectorDatabases'],
  one: (id: string) => ['vectorDatabases', 'one', id],
} as const;

const OFTEN_MS = 1500;
const pace = (records: readonly VectorDatabase[] | undefined) =>
  records?.some(({ executionStatus }) => executionStatus === 'NEW' || executionStatus === 'RUNNING')
    ? OFTEN_MS
    : (false as const);

export const vectorDatabaseQueries = {
  list: (window: Window) => ({
    ...ask([...vectorDatabaseKeys.all, 'list', String(window.offset)], vectorDatabaseCalls.list(window)),
    refetchInterval: ({ state }: { state: { data?: Page<VectorDatabase> | undefined } }) => pace(state.data?.data),
  }),
  usable: () => ask([...vectorDatabaseKeys.all, 'usable'], vectorDatabaseCalls.usable()),
  family: (familyId: string) =>
    ask([...vectorDatabaseKeys.all, 'family', familyId], vectorDatabaseCalls.family(familyId)),
  one: (id: string) => ({
    ...ask([...vectorDatabaseKeys.one(id), 'record'], vectorDatabaseCalls.one(id)),
    refetchInterval: ({ state }: { state: { data?: VectorDatabase | undefined } }) => pace(state.data && [state.data]),
  }),
  chunkings: () => ask([...vectorDatabaseKeys.all, 'chunkings'], vectorDatabaseCalls.chunkings()),
};
