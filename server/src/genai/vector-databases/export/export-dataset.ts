import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { addNewToUseCase } from '#accounts';
import { createPendingFile, datasetResource, ingestPendingFile, versionProfile } from '#data';
import type { Ctx, JobKind, Platform } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, type ByteReply, bytes, type Reply } from '#platform/http/reply.ts';
import type { VectorDatabaseRow } from '../../genai.tables.ts';
import { indexKeys } from '../find-hits.ts';
import type { Chunk } from '../search/chunks.ts';
import { VectorThread } from '../thread/vector-threads.ts';
import { VectorDatabaseProblems as Problems } from '../vector-database.problems.ts';
import { vectorDatabaseFor } from '../vector-databases.ts';

const Input = z.strictObject({ vectorDatabaseId: z.string(), datasetId: z.string(), versionId: z.string() });

export const exportJob: JobKind<z.infer<typeof Input>> = {
  name: 'genai.export-dataset',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, { vectorDatabaseId, datasetId, versionId }, run) {
    const ctx = { ...platform, actor: run.actor };
    await ingestPendingFile(platform, versionId, run, () =>
      Readable.from(rows(ctx, vectorDatabaseId, run.signal), { objectMode: false }),
    );
    // A version that ended with an error, in an earlier try too, is not one that was made.
    await versionProfile(platform, versionId);
    return { location: `/api/v2/datasets/${datasetId}/` };
  },
};

/** The chunks as a dataset of the catalogue, a row each: what another vector database can be made of with customChunking. */
export async function exportDataset(ctx: Ctx, id: string): Promise<Reply> {
  const row = await exportable(ctx, id);
  const { actor } = ctx;
  const file = { name: `${row.name} (chunks)`, fileName: `${row.name}.jsonl` };
  const { datasetId, statusId: jobId } = await ctx.db.transaction(async (tx) => {
    const made = await createPendingFile(ctx, tx, file, ({ datasetId, versionId }) => {
      const input = { vectorDatabaseId: id, datasetId, versionId };
      return ctx.jobs.enqueue(tx, exportJob, input, { actor, description: `Exporting ${row.name}` });
    });
    await addNewToUseCase(tx, actor, ctx.now(), row.use_case_id, datasetResource(made.datasetId));
    return made;
  });
  const body = { jobId, vectorDatabaseId: id, exportDatasetId: datasetId };
  return answer(202, { location: `/api/v2/genai/status/${jobId}/`, body });
}

/** Asked again for leave: between the request and the work, the vector database may have been deleted or bound. */
async function* rows(ctx: Platform & Pick<Ctx, 'actor'>, id: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  await exportable(ctx, id);
  for await (const { text, source, metadata } of chunksOf(ctx, id)) {
    signal.throwIfAborted();
    yield Buffer.from(`${JSON.stringify({ document: text, document_file_path: source, ...metadata })}\n`);
  }
}

/** What a vector database holds, when all of it may be told: it is ready, and nobody's rights decide piece by piece. */
async function exportable(ctx: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<VectorDatabaseRow> {
  const row = await vectorDatabaseFor(ctx, id, 'use');
  if (row.execution_status !== 'COMPLETED') refuse(Problems.notReady, row.name, row.execution_status);
  if (row.access_connection_id !== null) refuse(Problems.bound, row.name);
  return row;
}

type Blobs = Pick<Platform, 'blobs'>;

/** Chunks of a vector database in their order, never more than a few at once in memory. */
async function* chunksOf({ blobs }: Blobs, id: string): AsyncGenerator<Chunk> {
  const input = await blobs.read(indexKeys(id).lines);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== '') yield JSON.parse(line) as Chunk;
  } finally {
    // Whoever wants no more lets the file go.
    input.destroy();
  }
}

interface Rows {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

interface Lines {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

const NEWLINE = 10;

/** The same as bytes nobody has looked into: some whole lines at a time, of the rows that are wanted. */
export async function* linesOf({ blobs }: Blobs, id: string, { from, to }: Rows): AsyncGenerator<Lines> {
  const input = (await blobs.read(indexKeys(id).lines)) as Readable & AsyncIterable<Buffer>;
  let rest = Buffer.alloc(0);
  let row = 0;
  for await (const piece of input) {
    const bytes = Buffer.concat([rest, piece]);
    let [start, end, count] = [0, 0, 0];
    for (let at = bytes.indexOf(NEWLINE); at >= 0 && row < to; at = bytes.indexOf(NEWLINE, end)) {
      end = at + 1;
      if (row++ < from) start = end;
      else count++;
    }
    if (count > 0) yield { bytes: Uint8Array.from(bytes.subarray(start, end)), count };
    if (row >= to) return;
    rest = bytes.subarray(end);
  }
}

/** The vectors of those rows, as many at a time as are asked for. */
export async function vectorsOf({ blobs }: Blobs, id: string, dimensions: number, { from, to }: Rows) {
  const size = dimensions * Float32Array.BYTES_PER_ELEMENT;
  const input = (await blobs.read(indexKeys(id).vectors, { start: from * size, end: to * size - 1 })) as Readable &
    AsyncIterable<Buffer>;
  const pieces = input[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  return {
    async next(count: number): Promise<Float32Array<ArrayBuffer>> {
      const parts = [held];
      for (let bytes = held.length; bytes < count * size; ) {
        const { value, done } = await pieces.next();
        if (done) throw new Error(`The vector database ${id} has fewer vectors than chunks.`);
        parts.push(value);
        bytes += value.length;
      }
      const all = Buffer.concat(parts);
      held = all.subarray(count * size);
      return new Float32Array(Uint8Array.from(all.subarray(0, count * size)).buffer);
    },
    close: () => {
      input.destroy();
    },
  };
}

/** Chunks of one part. */
const PART = 10_000;

/** Every chunk with its vector, a JSON object a line; all of them, or a part of ten thousand. */
export async function textAndEmbeddings(ctx: Ctx, id: string, part: number | undefined): Promise<ByteReply> {
  const row = await exportable(ctx, id);
  const { chunks_count: count } = row;
  const parts = Math.max(1, Math.ceil(count / PART));
  if (part !== undefined && part > parts) throw invalidFields({ part: `There are ${parts} parts, counted from 1` });
  const rows =
    part === undefined ? { from: 0, to: count } : { from: (part - 1) * PART, to: Math.min(part * PART, count) };
  const name = `${id}${part === undefined ? '' : `-part-${part}`}.jsonl`;
  return bytes('application/x-ndjson', Readable.from(writeLines(ctx, row, rows), { objectMode: false }), {
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/** As fast as the caller reads: no more is written than goes out. */
async function* writeLines(
  ctx: Ctx,
  { id, dimensions }: VectorDatabaseRow,
  rows: { readonly from: number; readonly to: number },
): AsyncGenerator<Uint8Array> {
  const size = dimensions ?? 1;
  const embeddings = await vectorsOf(ctx, id, size, rows);
  try {
    for await (const { bytes: lines, count } of linesOf(ctx, id, rows)) {
      const order = { lines, vectors: await embeddings.next(count), dimensions: size };
      yield await exportThread().ask('write', order, [lines.buffer, order.vectors.buffer]);
    }
  } finally {
    embeddings.close();
  }
}

let exporting: VectorThread | null = null;

/** Apart from the one that searches: whoever downloads everything holds up nobody's question. */
function exportThread(): VectorThread {
  if (exporting === null || exporting.isBroken) exporting = new VectorThread();
  return exporting;
}
