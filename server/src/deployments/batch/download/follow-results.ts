import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '#platform/context.ts';
import { hasEnded } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { pieceStore } from '../piece.store.ts';

const PAUSES_MS = [20, 50, 100, 200, 500] as const;
const AT_ONCE = 50;

/**
 * Scored pieces in their order, waiting for those to come. Ends when the job has ended, however it did: whoever reads
 * then looks at the job. Up to `kept` it does not wait: for whoever knows that all are there.
 */
export async function* followResults(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  jobId: string,
  gone: AbortSignal,
  upTo: 'end' | 'kept' = 'end',
): AsyncGenerator<Buffer> {
  let next = 0;
  let idle = 0;
  for (;;) {
    // Looked at first: pieces that were written before the end are then seen below.
    const job = await batchJobStore(db.queries).whoever(jobId);
    const pieces = await pieceStore(db.queries).scoredFrom(jobId, next, AT_ONCE);
    for (const { blob_key, number } of pieces) {
      for await (const chunk of await blobs.read(blob_key)) yield chunk as Buffer;
      next = number + 1;
    }
    if (gone.aborted) return;
    if (pieces.length > 0) idle = 0;
    else if (upTo === 'kept' || job === undefined || hasEnded(job)) return;
    else
      await pause(PAUSES_MS[Math.min(idle++, PAUSES_MS.length - 1)], undefined, { signal: gone }).catch(
        () => undefined,
      );
  }
}
