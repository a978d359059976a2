import { Readable } from 'node:stream';
import type { Ctx, Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import type { BatchPieceRow } from '../batch.tables.ts';
import { type NewPiece, pieceKey, pieceStore } from './piece.store.ts';

interface CutLimits {
  readonly bytes: number;
  /** A slow upload is handed on in smaller pieces, so that its rows are scored while it goes on. */
  readonly milliseconds: number;
}

interface CutPiece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** The stream in pieces of about a size; the last one may be empty. */
export async function* splitPieces(stream: Readable, limits: CutLimits): AsyncGenerator<CutPiece> {
  let held: Buffer[] = [];
  let size = 0;
  let since = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size === 0) since = performance.now();
    held.push(chunk);
    size += chunk.length;
    if (size < limits.bytes && performance.now() - since < limits.milliseconds) continue;
    const bytes = Buffer.concat(held, size);
    held = [];
    size = 0;
    yield { bytes, isLast: false };
  }
  yield { bytes: Buffer.concat(held, size), isLast: true };
}

/** The rows go first: a piece that is named must be there. What a killed process wrote beside them goes too. */
export async function deletePieces(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  jobId: string,
  side?: BatchPieceRow['side'],
): Promise<void> {
  await pieceStore(db.queries).drop(jobId, side);
  const found: string[] = [];
  for await (const key of blobs.list(side === undefined ? `batch/${jobId}/` : `batch/${jobId}/${side}/`))
    found.push(key);
  for (const key of found) await blobs.delete(key);
}

/** Stores a piece of the intake; workers see it after `announce`. */
export async function storePiece(
  { blobs }: Pick<Ctx, 'blobs'>,
  jobId: string,
  part: number,
  number: number,
  bytes: Buffer,
  isLast: boolean,
): Promise<NewPiece> {
  const key = pieceKey(jobId, 'in', part, number, newId());
  await blobs.write(key, Readable.from([bytes], { objectMode: false }));
  return { job_id: jobId, side: 'in', part, number, blob_key: key, bytes: bytes.length, is_last: isLast };
}
