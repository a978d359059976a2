import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Platform } from '#platform/context.ts';
import type { VectorDatabaseRow } from '../genai.tables.ts';
import { LOCAL_MODEL } from './embeddings.ts';
import { forgetPgvector, isThere, knownPgvector } from './pgvector/extension.ts';
import { PgvectorChunks } from './pgvector/pgvector-chunks.ts';
import type { Hit, IndexFiles, OpenedFiles } from './search/cached-index.ts';
import type { Search } from './search/chunks.ts';
import { searchThread } from './thread/vector-threads.ts';

type Searching = Pick<Platform, 'blobs' | 'config' | 'db' | 'log' | 'services'>;

/** What the pieces belong to, each once. */
export const itemsOf = (ctx: Searching, row: VectorDatabaseRow, column: string): Promise<readonly string[]> =>
  withOpenIndex(ctx, row, isInDatabase(ctx, row), (id) => searchThread().ask('items', { id, column }));

/** By the index the vector database was built with; by a scan of its files when that cannot be read any more. */
export async function findHits(ctx: Searching, row: VectorDatabaseRow, search: Search): Promise<readonly Hit[]> {
  if (isInDatabase(ctx, row)) {
    const hits = await hitsInDatabase(ctx, row, search);
    if ('found' in hits) return hits.found;
    warnOnce(ctx, row, hits.because);
  }
  return withOpenIndex(ctx, row, false, (id) => searchThread().ask('search', { id, search }));
}

const isInDatabase = ({ config }: Searching, { vector_index: kind }: VectorDatabaseRow): boolean =>
  kind !== null && kind !== 'scan' && config.vectorIndex !== 'scan';

/**
 * What PostgreSQL says when the table is not there (the database was restored from a backup, which holds the files
 * alone), or the extension is not: schema, table, column, type, function, or its program on disk.
 */
const GONE: readonly string[] = ['3F000', '42P01', '42703', '42704', '42883', '58P01'];

async function hitsInDatabase(
  ctx: Searching,
  row: VectorDatabaseRow,
  search: Search,
): Promise<{ readonly found: readonly Hit[] } | { readonly because: string }> {
  const extension = await knownPgvector(ctx);
  if (!isThere(extension)) return extension;
  const question = await withOpenIndex(ctx, row, true, (id) => searchThread().ask('question', { id, search }));
  try {
    const { allowed: _, ...asked } = question;
    const neighbours = await new PgvectorChunks(ctx.db, extension, row).find(question);
    const order = { search, question: { ...asked, allowed: undefined }, neighbours };
    return { found: await withOpenIndex(ctx, row, true, (id) => searchThread().ask('hits', { id, ...order })) };
  } catch (error) {
    if (!GONE.includes((error as { code?: string }).code ?? '')) throw error;
    forgetPgvector(ctx);
    return { because: (error as Error).message };
  }
}

const warned = new Set<string>();

function warnOnce({ log }: Searching, { id, vector_index: vectorIndex }: VectorDatabaseRow, because: string): void {
  if (warned.has(id)) return;
  warned.add(id);
  log.warn(
    { vectorDatabaseId: id, vectorIndex, because },
    'a vector database in pgvector is scanned in memory instead',
  );
}

const opening = new Map<string, Promise<void>>();

/** Asks the thread, and opens the vector database there when it is not; however many ask, it is read once. */
async function withOpenIndex<Found>(
  ctx: Searching,
  row: VectorDatabaseRow,
  isElsewhere: boolean,
  ask: (id: string) => Promise<Found | null>,
): Promise<Found> {
  const name = isElsewhere ? `${row.id} without vectors` : row.id;
  for (;;) {
    const found = await ask(name);
    if (found !== null) return found;
    let reading = opening.get(name);
    if (reading === undefined) {
      reading = open(ctx, row, name, !isElsewhere).finally(() => opening.delete(name));
      opening.set(name, reading);
    }
    await reading;
  }
}

async function open(ctx: Searching, row: VectorDatabaseRow, name: string, withVectors: boolean): Promise<void> {
  const { id, dimensions, embedding_model: model } = row;
  const isLocal = model === LOCAL_MODEL;
  const files = await readIndex(ctx, { id, dimensions: dimensions ?? 1, isLocal, withVectors });
  const owned = [files.lines, files.vectors].flatMap((one) => (one === null ? [] : [one.buffer as ArrayBuffer]));
  await searchThread().ask('open', { id: name, files }, owned);
}

type Blobs = Pick<Platform, 'blobs'>;

/** Everything a vector database keeps outside of the tables lies under this. */
export const indexPrefix = (id: string): string => `vector-databases/${id}/`;
export const indexKeys = (id: string) => ({
  lines: `${indexPrefix(id)}chunks.jsonl`,
  vectors: `${indexPrefix(id)}vectors.f32`,
  embedder: `${indexPrefix(id)}embedder`,
});

/** Answers how many bytes that are. */
export async function writeIndex({ blobs }: Blobs, id: string, files: IndexFiles): Promise<number> {
  const key = indexKeys(id);
  const { buffer: numbers, byteOffset, byteLength } = files.vectors;
  const write = (to: string, bytes: Uint8Array) => blobs.write(to, Readable.from([bytes], { objectMode: false }));
  const sizes = [
    await write(key.lines, files.lines),
    await write(key.vectors, new Uint8Array(numbers, byteOffset, byteLength)),
    files.embedder === null ? 0 : await write(key.embedder, files.embedder),
  ];
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Reading {
  readonly id: string;
  readonly dimensions: number;
  readonly isLocal: boolean;
  /** False where the vectors are searched in the database. */
  readonly withVectors: boolean;
}

async function readIndex({ blobs }: Blobs, { id, dimensions, isLocal, withVectors }: Reading): Promise<OpenedFiles> {
  const key = indexKeys(id);
  // Copies of their own, so that they can be handed to a thread.
  const read = async (from: string) => new Uint8Array(await buffer(await blobs.read(from)));
  const lines = await read(key.lines);
  const vectors = withVectors ? new Float32Array((await read(key.vectors)).buffer) : null;
  const embedder = isLocal ? await read(key.embedder) : null;
  return { lines, vectors, dimensions, embedder };
}

export async function deleteIndex({ blobs }: Blobs, id: string): Promise<void> {
  for await (const key of blobs.list(indexPrefix(id))) await blobs.delete(key);
}
