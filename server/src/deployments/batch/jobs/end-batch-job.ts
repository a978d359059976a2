import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { BatchProblems } from '../batch.problems.ts';
import { deletePieces } from '../delete-pieces.ts';
import { resultsGone } from './batch-job.record.ts';
import type { BatchJobChange } from './batch-job.schema.ts';
import { batchJobStore } from './batch-job.store.ts';
import { endJob } from './end-job.ts';
import { getBatchJobOrThrow, seenJob } from './read-batch-jobs.ts';

async function abort(ctx: Ctx, id: string, workId: string | null): Promise<boolean> {
  const line = `Aborted by ${ctx.actor.username} at ${ctx.now().toISOString()}`;
  const ended = await ctx.db.transaction((tx) => endJob(ctx, tx, id, { status: 'ABORTED', line, isWished: true }));
  if (ended && workId !== null) await ctx.jobs.cancel(workId);
  return ended;
}

/** Stops a job that goes on; of one that has ended, deletes the results. */
export async function deleteBatchJob(ctx: Ctx, id: string, kind: 'prediction' | 'any' = 'prediction'): Promise<Reply> {
  const job = await getBatchJobOrThrow(ctx, id, kind);
  if (await abort(ctx, id, job.work_id)) {
    return answer(202, { body: { id, status: 'ABORTED', message: 'The job was aborted.' } });
  }
  const now = ctx.now();
  const ended = await getBatchJobOrThrow(ctx, id, kind);
  if (resultsGone(ended, now)) refuse(BatchProblems.resultsGoneAlready, id);
  await batchJobStore(ctx.db.queries).change(id, { results_deleted_at: now });
  await deletePieces(ctx, id);
  return answer(202, { body: { id, status: ended.status, message: 'The results of the job were deleted.' } });
}

export async function changeBatchJob(ctx: Ctx, id: string, change: z.output<typeof BatchJobChange>) {
  const job = await getBatchJobOrThrow(ctx, id);
  if (change.hidden !== undefined) await batchJobStore(ctx.db.queries).change(id, { hidden: change.hidden });
  if (change.status === 'ABORTED' && !(await abort(ctx, id, job.work_id))) refuse(BatchProblems.ended, id, job.status);
  return seenJob(ctx, id);
}
