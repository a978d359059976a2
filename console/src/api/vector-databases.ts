import { type BodyOf, get, type ItemOf, patch, post, remove, type Window } from './call.ts';
import { callQuery } from './call-query.ts';

export type VectorDatabase = ItemOf<'genai/vectorDatabases/'>;
export type NewVectorDatabase = BodyOf<'post', 'genai/vectorDatabases/'>;
export type Search = BodyOf<'post', 'genai/vectorDatabases/{vectorDatabaseId}/search/'>;

export const vectorDatabaseCalls = {
  list: (window: Window) => get('genai/vectorDatabases/', { ...window }),
  usable: () => get('genai/vectorDatabases/', { limit: 1000, completedOnly: true }),
  family: (familyId: string) => get('genai/vectorDatabases/', { familyId, limit: 1000 }),
  create: (body: NewVectorDatabase) => post('genai/vectorDatabases/', { body }),
  one: (vectorDatabaseId: string) => get('genai/vectorDatabases/{vectorDatabaseId}/', { vectorDatabaseId }),
  rename: (vectorDatabaseId: string, name: string) =>
    patch('genai/vectorDatabases/{vectorDatabaseId}/', { vectorDatabaseId, body: { name } }),
  remove: (vectorDatabaseId: string) => remove('genai/vectorDatabases/{vectorDatabaseId}/', { vectorDatabaseId }),
  chunkings: () => get('genai/vectorDatabases/supportedTextChunkings/'),
  search: (vectorDatabaseId: string, body: Search) =>
    post('genai/vectorDatabases/{vectorDatabaseId}/search/', { vectorDatabaseId, body }),
};

export const vectorDatabaseKeys = {
  all: ['genai', 'vectorDatabases'],
  one: (id: string) => ['genai', 'vectorDatabases', id],
} as const;

const OFTEN_MS = 1500;
const isBuilding = ({ executionStatus }: Pick<VectorDatabase, 'executionStatus'>) =>
  executionStatus === 'NEW' || executionStatus === 'RUNNING';

export const vectorDatabaseQueries = {
  list: (window: Window) =>
    callQuery(vectorDatabaseCalls.list(window), { poll: (page) => (page?.data.some(isBuilding) ? OFTEN_MS : false) }),
  one: (id: string) =>
    callQuery(vectorDatabaseCalls.one(id), { poll: (record) => (record && isBuilding(record) ? OFTEN_MS : false) }),
};
