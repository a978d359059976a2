import { Readable } from 'node:stream';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import type { Reached } from '../batch.tables.ts';
import { hasEnded, percentage } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { pieceKey, pieceStore } from '../piece.store.ts';

/** The job ended by another hand: whoever scores it stops. */
export class EndedMeanwhile extends Error {}

/**
 * Keeps a piece of the results together with how far the intake is read: whoever takes the job over goes on from here,
 * and whoever reads along sees it. Answers which share of the intake is scored.
 */
export async function keepResults(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  jobId: string,
  number: number,
  bytes: readonly Uint8Array[],
  reached: Reached,
): Promise<number> {
  const blobKey = pieceKey(jobId, 'out', 0, number, newId());
  const size = await blobs.write(
    blobKey,
    Readable.from(
      bytes.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength)),
      { objectMode: false },
    ),
  );
  return db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job = await jobs.lock(jobId);
    if (job === undefined || hasEnded(job)) throw new EndedMeanwhile();
    await pieceStore(tx).add([{ jobId, side: 'out', part: 0, number, blobKey, bytes: size, isLast: false, reached }]);
    const counted = {
      scored_rows: reached.rows,
      failed_rows: reached.failed,
      skipped_rows: reached.skipped,
      read_bytes: reached.bytes,
      output_bytes: job.output_bytes + size,
      waits_for: null,
      waits_until: null,
    };
    await jobs.change(jobId, counted);
    return percentage({ ...job, ...counted }) / 100;
  });
}
