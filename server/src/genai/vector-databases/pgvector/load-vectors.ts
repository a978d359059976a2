import type { Platform } from '#platform/context.ts';
import { JobInterrupted } from '#platform/jobs/jobs.ts';
import type { VectorDatabaseRow } from '../../genai.tables.ts';
import type { IndexFiles } from '../search/cached-index.ts';
import { findPgvector, isThere } from './extension.ts';
import { kindFor, type VectorIndexKind } from './pgvector.rules.ts';
import { pgvectorStore } from './pgvector.store.ts';

/**
 * Puts the vectors into a table of the database when it can hold them, and answers how they are searched from now on.
 * What the database refuses is searched by a scan of the files, which are there anyway.
 */
export async function loadVectors(
  platform: Platform,
  { id, organization_id: organizationId }: VectorDatabaseRow,
  { vectors, dimensions }: IndexFiles,
  signal: AbortSignal,
): Promise<VectorIndexKind> {
  const extension = await findPgvector(platform);
  if (!isThere(extension)) return 'scan';
  const kind = kindFor(extension.version, dimensions, vectors.length / dimensions);
  if (kind === 'scan') return 'scan';
  try {
    const loading = { organizationId, id, vectors, dimensions, kind };
    if (await pgvectorStore(platform.db, extension).load(loading, signal)) return kind;
  } catch (error) {
    if (signal.aborted || !isRefusal(error)) throw error;
    platform.log.warn({ err: error, vectorDatabaseId: id }, 'pgvector took no vectors; they are scanned in memory');
    return 'scan';
  }
  throw new JobInterrupted('cancelled');
}

/** The database said no: it is full, or a value is none it knows. Not that it went away, was told to, or ran into another. */
const isRefusal = (error: unknown): boolean =>
  /^(?!08|40|57)[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '');
