import type { Platform } from '#platform/context.ts';
import type { BatchPieceRow } from './batch.tables.ts';
import { pieceStore } from './piece.store.ts';

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
