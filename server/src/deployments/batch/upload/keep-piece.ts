import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { hasEnded } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { type NewPiece, pieceKey, pieceStore } from '../piece.store.ts';
import { enqueueWork } from '../work/batch.job.ts';

export type Keeping = Pick<Ctx, 'actor' | 'db' | 'now' | 'jobs' | 'blobs'>;

/** Writes what came where the workers find it; it is nobody's until `announce`. */
export async function storePiece(
  { blobs }: Pick<Ctx, 'blobs'>,
  jobId: string,
  part: number,
  number: number,
  bytes: Buffer,
  isLast: boolean,
): Promise<NewPiece> {
  const blobKey = pieceKey(jobId, 'in', part, number, newId());
  await blobs.write(blobKey, Readable.from([bytes], { objectMode: false }));
  return { jobId, side: 'in', part, number, blobKey, bytes: bytes.length, isLast };
}

/** Tells the workers of pieces; refused when the job has ended meanwhile. */
export async function announce(
  ctx: Keeping,
  jobId: string,
  pieces: readonly NewPiece[],
  check: (job: BatchJobRow, taken: ReadonlySet<number>) => 'open' | 'whole',
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job = (await jobs.lock(jobId)) ?? refuse(BatchProblems.noSuchJob, jobId);
    if (hasEnded(job)) refuse(BatchProblems.ended, jobId, job.status);
    const state = check(job, new Set(await pieceStore(tx).parts(jobId)));
    await pieceStore(tx).add(pieces);
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    await jobs.change(jobId, {
      intake_bytes: job.intake_bytes + bytes,
      intake_state: state,
      intake_seen_at: ctx.now(),
    });
    await enqueueWork(ctx, tx, job);
  });
}
