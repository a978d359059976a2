import { type Column, column, type Frame, textsOf } from '@almanac/engine';
import { z } from 'zod';
import { readFrame } from '#data';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { limitReached, limitsOfSignal } from '#platform/jobs/job-limits.ts';
import { finalInterruption, JobInterrupted } from '#platform/jobs/jobs.ts';
import { reserveUse, type UsageReservation } from '../../counters/reservations.ts';
import type { VectorDatabaseRow } from '../../genai.tables.ts';
import { embedRemotely, LOCAL_MODEL } from '../embeddings.ts';
import { deleteIndex, writeIndex } from '../find-hits.ts';
import { dropVectors, loadVectors } from '../pgvector/pgvector.store.ts';
import type { IndexFiles } from '../search/cached-index.ts';
import type { Document } from '../search/chunks.ts';
import { VectorThread } from '../thread/vector-threads.ts';
import { VectorDatabaseProblems as Problems } from '../vector-database.problems.ts';
import { vectorDatabaseStore } from '../vector-database.store.ts';
import type { Built, buildIndex } from './build-index.ts';
import { unsupportedSeparator } from './chunking.rules.ts';

const Input = z.strictObject({ vectorDatabaseId: z.string(), repointFrom: z.string().nullable() });
type Input = z.infer<typeof Input>;

const MOST_CHUNKS = 1_000_000;

/** Cuts, embeds and keeps; counted in the transaction that says it is done. */
export const buildJob: JobKind<Input> = {
  name: 'genai.vectorDatabase',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, input, run) {
    const { organizationId } = run.actor;
    const id = input.vectorDatabaseId;
    const store = vectorDatabaseStore(platform.db.queries);
    const row = await store.byId(organizationId, id);
    if (row === undefined) return undefined;
    const location = `/api/v2/genai/vectorDatabases/${id}/`;
    // Its worker died after it was made and counted, and before it could say so.
    if (row.execution_status === 'COMPLETED') return { location };
    let use: UsageReservation | null = null;
    try {
      use = await reserveUse(platform, run.actor, 'vectorDatabases', id);
      await store.change(organizationId, id, { execution_status: 'RUNNING', error_message: null });
      const { files, count } = await indexOf(platform, row, run);
      const size = await writeIndex(platform, id, files);
      const vectorIndex = await loadVectors(platform, row, files, run.signal);
      const made = { chunks_count: count, size, dimensions: files.dimensions, vector_index: vectorIndex };
      await finish(platform, input, run, use, made);
    } catch (error) {
      await use?.failed();
      // A worker that stops, or lost its lease, leaves everything to whoever goes on, who may be done by now.
      if (!run.signal.aborted || finalInterruption(run.signal) !== undefined) await giveUp(platform, run, id, error);
      throw error;
    }
    return { location };
  },
};

async function indexOf(platform: Platform, row: VectorDatabaseRow, run: JobRun) {
  const { signal } = run;
  // Made before expressions ran on an engine that has less syntax.
  const wrong = row.chunking.isRegex ? unsupportedSeparator(row.chunking.separators) : undefined;
  if (wrong !== undefined) refuse(Problems.unsupportedSeparator, wrong.reason);
  await run.progress(0.02, 'Reading the documents');
  const columns = ['document', 'document_file_path', ...row.metadata_columns];
  const table = await readFrame(platform, row.dataset_version_id, { columns, signal });
  const documents = documentsIn(table, row.metadata_columns);
  if (documents.length === 0) refuse(Problems.noDocuments, row.dataset_name);
  await run.progress(0.1, 'Cutting and embedding the documents');
  const isLocal = row.embedding_model === LOCAL_MODEL;
  const order = { documents, chunking: row.chunking, isLocal, mostChunks: MOST_CHUNKS };
  const { count, lines, texts, local } = await inThread(order, signal);
  if (count > MOST_CHUNKS) refuse(Problems.tooMany, count, MOST_CHUNKS);
  const onProgress = (done: number) => run.progress(0.2 + done * 0.7);
  const files: IndexFiles = {
    lines,
    embedder: null,
    ...(local ?? (await embedRemotely(platform, texts, { model: row.embedding_model, signal, onProgress }))),
  };
  await run.progress(0.95, 'Keeping the vectors');
  return { files, count };
}

/** A thread that is told to stop is ended, in whatever loop it is. */
async function inThread(order: Parameters<typeof buildIndex>[0], signal: AbortSignal): Promise<Built> {
  const thread = new VectorThread(limitsOfSignal(signal));
  const stop = () => {
    thread.end().catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await thread.ask('build', order);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.end();
  }
}

async function finish(
  { db, now }: Platform,
  { vectorDatabaseId, repointFrom }: Input,
  { actor }: JobRun,
  use: UsageReservation,
  made: Pick<VectorDatabaseRow, 'chunks_count' | 'size' | 'dimensions' | 'vector_index'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const store = vectorDatabaseStore(tx);
    const change = { ...made, execution_status: 'COMPLETED', updated_at: now() } as const;
    // Deleted meanwhile, or made and counted by another worker that was given the same work.
    if (!(await store.endOnce(actor.organizationId, vectorDatabaseId, change))) throw new JobInterrupted('cancelled');
    if (repointFrom !== null) await store.repoint(actor.organizationId, repointFrom, vectorDatabaseId);
    await use.completedIn(tx);
  });
}

/** Nothing of it is left but the reason. */
async function giveUp(platform: Platform, { actor, signal }: JobRun, id: string, error: unknown): Promise<void> {
  const { organizationId } = actor;
  const limit = limitReached(signal, error);
  const sentence =
    limit?.message ??
    (signal.aborted
      ? 'The building was cancelled.'
      : error instanceof Problem
        ? error.message
        : 'Something went wrong on our side. Make the vector database again; if it stays, tell the administrator.');
  const store = vectorDatabaseStore(platform.db.queries);
  const ended = await store.endOnce(organizationId, id, { execution_status: 'ERROR', error_message: sentence });
  // What another worker has made meanwhile is not ours to delete.
  if (!ended && (await store.byId(organizationId, id)) !== undefined) return;
  await deleteIndex(platform, id);
  await dropVectors(platform.db, { organizationId, id });
}

/** The rows of a dataset that hold text. */
function documentsIn(table: Frame, metadataColumns: readonly string[]): Document[] {
  const text = textsOf(column(table, 'document'));
  const source = textsOf(column(table, 'document_file_path'));
  const others = metadataColumns.map((name) => [name, valuesOf(column(table, name))] as const);
  return Array.from({ length: table.rows }, (_, row) => ({
    text: text(row) ?? '',
    source: source(row),
    metadata: Object.fromEntries(others.map(([name, value]) => [name, value(row)])),
  })).filter((document) => document.text.trim() !== '');
}

/** Numbers and booleans as such, so that filters can compare them. */
function valuesOf(source: Column): (row: number) => string | number | boolean | null {
  const text = textsOf(source);
  if (source.kind !== 'numeric' && source.kind !== 'boolean') return text;
  const { values, kind } = source;
  return (row) => (text(row) === null ? null : kind === 'boolean' ? values[row] === 1 : (values[row] as number));
}
