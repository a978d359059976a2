import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { JobQuery } from '../queue/job.schema.ts';
import { finishedOr, getJobOrThrow, openJobs } from '../queue/jobs.ts';
import type { ProjectJobRow } from '../queue/project-job.store.ts';
import type { PredictJob } from './prediction.schema.ts';

const toPredictJob = (row: ProjectJobRow): z.infer<typeof PredictJob> => ({
  id: String(row.id),
  status: row.status,
  projectId: row.project_id,
  modelId: row.model_id,
  isBlocked: false,
  message: row.message ?? '',
});

export const listPredictJobs = async (ctx: Ctx, projectId: string, status: z.output<typeof JobQuery>['status']) =>
  (await openJobs(ctx, projectId, status, 'predict')).map(toPredictJob);

export async function getPredictJob(
  ctx: Ctx,
  projectId: string,
  jobId: string,
): Promise<Reply | z.infer<typeof PredictJob>> {
  const row = await getJobOrThrow(ctx, projectId, jobId, 'predict');
  return finishedOr(row, toPredictJob(row));
}
