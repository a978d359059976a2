import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { BatchProblems } from '../batch.problems.ts';
import { resultsGone } from '../jobs/batch-job.record.ts';
import { getBatchJobOrThrow } from '../jobs/read-batch-jobs.ts';
import { mayUseDeployment } from '../jobs/right-to-score.ts';
import { followResults } from './follow-results.ts';

/** The results as far as they are scored, and on with the job until it ends. Clients read the socket: never compressed. */
export async function downloadResults(
  ctx: Ctx,
  id: string,
  headers: IncomingHttpHeaders,
  gone: AbortSignal,
): Promise<ByteReply> {
  const job = await getBatchJobOrThrow(ctx, id);
  // Who made it sees what became of it; its results are for those who may predict with the deployment now.
  const { deployment_id: deploymentId, kind } = job;
  const isLimited = ctx.actor.role !== 'admin' && deploymentId !== null;
  if (isLimited && !(await mayUseDeployment(ctx, deploymentId, kind))) refuse(BatchProblems.noSuchJob, id);
  const { accept = '*/*' } = headers;
  if (!/\*\/\*|text\/(csv|\*)|application\/octet-stream/i.test(accept)) refuse(BatchProblems.notAcceptable, accept);
  if (job.output_type !== 'localFile') refuse(BatchProblems.notDownloadable, id, job.output_type);
  if (resultsGone(job, ctx.now())) refuse(BatchProblems.resultsGone, id);
  const content = Readable.from(followResults(ctx, id, gone), { objectMode: false });
  return bytes('text/csv; charset=utf-8', content, { 'content-disposition': `attachment;filename=result-${id}.csv` });
}
