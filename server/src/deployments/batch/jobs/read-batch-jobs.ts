import type { z } from 'zod';
import { accessToEach } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { DEPLOYMENT } from '../../deployment.kind.ts';
import { BatchProblems } from '../batch.problems.ts';
import { toBatchJob } from './batch-job.record.ts';
import type { BatchJob, BatchJobQuery } from './batch-job.schema.ts';
import { type BatchFilter, batchJobStore, type SeenJob } from './batch-job.store.ts';
import { endedByLoss } from './lost-work.ts';

const HOUR_MS = 3600 * 1000;
type Asking = Pick<Ctx, 'actor' | 'db' | 'now' | 'events'>;

/** Those who made it, who own its deployment, and administrators; for everybody else there is no such job. */
export async function getBatchJobOrThrow(
  ctx: Asking,
  id: string,
  kind: SeenJob['kind'] | 'any' = 'prediction',
): Promise<SeenJob> {
  const found = await batchJobStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  const [job] = found === undefined ? [] : await endedByLoss(ctx, [found]);
  if (job === undefined || (kind !== 'any' && job.kind !== kind)) return refuse(BatchProblems.noSuchJob, id);
  if (job.created_by === ctx.actor.userId || ctx.actor.role === 'admin') return job;
  const access = job.deployment_id && (await accessToEach(ctx, DEPLOYMENT, [job.deployment_id])).get(job.deployment_id);
  return access && access.role === 'OWNER' ? job : refuse(BatchProblems.noSuchJob, id);
}

/** Where it stands among those that wait. */
export const aheadOf = (ctx: Asking, job: SeenJob): Promise<number> =>
  job.status === 'INITIALIZING' ? batchJobStore(ctx.db.queries).before(job) : Promise.resolve(0);

export async function seenJob(ctx: Ctx, id: string): Promise<z.output<typeof BatchJob>> {
  const job = await getBatchJobOrThrow(ctx, id);
  return toBatchJob(job, { now: ctx.now(), links: ctx.links, ahead: await aheadOf(ctx, job) });
}

export async function listBatchJobs(ctx: Ctx, url: string, query: z.output<typeof BatchJobQuery>) {
  const now = ctx.now();
  const { rows, total } = await batchJobStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    'prediction',
    filterOf(ctx, query, now),
    { by: query.orderBy.endsWith('created') ? 'created' : 'status', down: query.orderBy.startsWith('-') },
    query,
  );
  const seeing = { now, links: ctx.links };
  const data = await Promise.all(
    (await endedByLoss(ctx, rows)).map(async (job) => toBatchJob(job, { ...seeing, ahead: await aheadOf(ctx, job) })),
  );
  return page(ctx.links, url, query, data, total);
}

function filterOf(ctx: Ctx, query: z.output<typeof BatchJobQuery>, now: Date): BatchFilter {
  const { status, source, deploymentId, modelId, jobId, cutoffHours } = query;
  const cutoff = cutoffHours === undefined ? undefined : new Date(now.getTime() - cutoffHours * HOUR_MS);
  return {
    status,
    source,
    deploymentId,
    modelId,
    jobId,
    definitionId: query.batchPredictionJobDefinitionId,
    intakeTypes: query.intakeType,
    outputTypes: query.outputType,
    from: query.startDateTime === undefined ? cutoff : new Date(query.startDateTime),
    to: query.endDateTime === undefined ? undefined : new Date(query.endDateTime),
    // `allJobs` shows an administrator everybody's.
    userId: query.allJobs && ctx.actor.role === 'admin' ? undefined : ctx.actor.userId,
  };
}
