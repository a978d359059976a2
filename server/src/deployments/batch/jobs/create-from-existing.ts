import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { FromExisting } from './batch-job.schema.ts';
import type { BatchSpec } from './batch-spec.schema.ts';
import { batchAccepted, makeBatchJob } from './create-batch-job.ts';
import { getBatchJobOrThrow } from './read-batch-jobs.ts';
import { whatScores } from './what-scores.ts';

/** As an earlier job was asked for, with the model its deployment serves now. Rows that were uploaded are uploaded again. */
export async function createFromExisting(
  ctx: Ctx,
  { predictionJobId, partNumber }: z.output<typeof FromExisting>,
): Promise<Reply> {
  const before = await getBatchJobOrThrow(ctx, predictionJobId);
  if (partNumber != null && partNumber > 0) refuse(BatchProblems.noParts, partNumber);
  const spec = before.spec as BatchSpec;
  const scoring = await whatScores(ctx, spec);
  const job = await makeBatchJob(ctx, spec, scoring, { source: 'http', address: ctx.address });
  return batchAccepted(ctx, job.id);
}
