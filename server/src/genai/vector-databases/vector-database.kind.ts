import type { Resource, SharedKind } from '#accounts';

/** Made in a use case, so whoever may see the use case sees it. */
export const VECTOR_DATABASE: SharedKind = {
  type: 'vectorDatabase',
  title: 'vector database',
  listedAt: 'genai/vectorDatabases/',
};

export const getVectorDatabaseOrThrow = (id: string): Resource => ({ kind: VECTOR_DATABASE, id });
