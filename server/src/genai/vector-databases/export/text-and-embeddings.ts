import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import type { VectorDatabaseRow } from '../../genai.tables.ts';
import { VectorThread } from '../thread/vector-threads.ts';
import { linesOf, vectorsOf } from './chunk-lines.ts';
import { exportable } from './export-dataset.ts';

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
