import { accessTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { recordOf } from '#platform/jobs/status.store.ts';
import type { JobState, StatusSource, StatusSources } from '#platform/jobs/status-source.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { cancelJob, numberOf } from './cancel-jobs.ts';
import { projectJobStore } from './project-job.store.ts';
import type { ProjectJobRow, ProjectJobStatus } from './project-job.tables.ts';
import { getJobOrThrow } from './read-jobs.ts';

const STATUSES: Readonly<Record<ProjectJobStatus, JobState['status']>> = {
  queue: 'INITIALIZED',
  inprogress: 'RUNNING',
  error: 'ERROR',
  ABORTED: 'ABORTED',
  COMPLETED: 'COMPLETED',
};

async function visibleJob(ctx: Ctx, id: string, jobType?: string): Promise<ProjectJobRow | undefined> {
  const row = await projectJobStore(ctx.db.queries).byId(numberOf(id));
  if (row === undefined || row.organization_id !== ctx.actor.organizationId) return undefined;
  if (jobType !== undefined && row.job_type !== jobType) return undefined;
  if ((await accessTo(ctx, { kind: PROJECT, id: row.project_id })) === undefined) return undefined;
  return getJobOrThrow(ctx, row.project_id, id);
}

const jobsOf = (jobType?: string): StatusSource => ({
  async state(ctx, id) {
    const row = await visibleJob(ctx, id, jobType);
    if (row === undefined) return undefined;
    const work = row.status_id === null ? undefined : await recordOf(ctx.db.queries, ctx.actor, row.status_id);
    return {
      status: STATUSES[row.status],
      message: row.message,
      description: work?.description ?? null,
      statusType: null,
      type: row.job_type,
      progress: row.status === 'COMPLETED' ? 1 : (work?.progress ?? 0),
      created: row.created_at,
      location: row.location,
    };
  },
  async cancel(ctx, id) {
    const row = await visibleJob(ctx, id, jobType);
    return row && cancelJob(ctx, row.project_id, id);
  },
});

/** The status of the jobs of projects. */
export const projectJobStatuses: StatusSources = {
  modelJobs: jobsOf('model'),
  predictJobs: jobsOf('predict'),
  jobs: jobsOf(),
};
