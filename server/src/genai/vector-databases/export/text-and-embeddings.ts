import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { VectorDatabaseProblems as Problems } from '../vector-database.problems.ts';
import type { VectorDatabaseRow } from '../vector-database.tables.ts';
import { vectorDatabaseFor } from '../vector-databases.ts';
import { chunksOf, vectorsOf } from './chunk-lines.ts';

/** Chunks of one part. */
const PART = 10_000;

/** What a vector database holds, when all of it may be told: it is ready, and nobody's rights decide piece by piece. */
export async function exportable(ctx: Ctx, id: string): Promise<VectorDatabaseRow> {
  const row = await vectorDatabaseFor(ctx, id, 'use');
  if (row.execution_status !== 'COMPLETED') refuse(Problems.notReady, row.name, row.execution_status);
  if (row.access_connection_id !== null) refuse(Problems.bound, row.name);
  return row;
}

/** Every chunk with its vector, a JSON object a line; all of them, or a part of ten thousand. */
export async function textAndEmbeddings(ctx: Ctx, id: string, part: number | undefined): Promise<ByteReply> {
  const row = await exportable(ctx, id);
  const parts = Math.max(1, Math.ceil(row.chunks_count / PART));
  if (part !== undefined && part > parts) throw invalidFields({ part: `There are ${parts} parts, counted from 1` });
  const [from, to] = part === undefined ? [0, Number.POSITIVE_INFINITY] : [(part - 1) * PART, part * PART];
  const name = `${id}${part === undefined ? '' : `-part-${part}`}.jsonl`;
  return bytes('application/x-ndjson', Readable.from(lines(ctx, row, from, to), { objectMode: false }), {
    'content-disposition': `attachment; filename="${name}"`,
  });
}

async function* lines(ctx: Ctx, row: VectorDatabaseRow, from: number, to: number): AsyncGenerator<Buffer> {
  const vectors = vectorsOf(ctx, row.id, row.dimensions ?? 1);
  let at = 0;
  try {
    for await (const { text, source, metadata } of chunksOf(ctx, row.id)) {
      const embedding = (await vectors.next()).value;
      if (at >= to) return;
      if (at >= from) yield Buffer.from(`${JSON.stringify({ text, source, metadata, embedding })}\n`);
      at++;
    }
  } finally {
    await vectors.return(undefined);
  }
}
