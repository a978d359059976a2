import type { JobState, StatusSource, StatusSources } from '#platform/jobs/status.ts';
import type { BatchStatus } from '../batch.tables.ts';
import { hasEnded, jobPath, percentage } from './batch-job.record.ts';
import { deleteBatchJob } from './end-batch-job.ts';
import { getBatchJobOrThrow } from './read-batch-jobs.ts';

const STATUSES: Readonly<Record<BatchStatus, JobState['status']>> = {
  INITIALIZING: 'INITIALIZED',
  RUNNING: 'RUNNING',
  COMPLETED: 'COMPLETED',
  ABORTED: 'ABORTED',
  FAILED: 'ERROR',
};

const jobsOf = (kind: 'prediction' | 'any'): StatusSource => ({
  async state(ctx, id) {
    const job = await getBatchJobOrThrow(ctx, id, kind);
    const line = job.logs.at(-1) ?? null;
    return {
      status: STATUSES[job.status],
      message: job.status === 'FAILED' || job.status === 'ABORTED' ? line : null,
      description: line,
      statusType: null,
      type: kind === 'prediction' ? 'batchPrediction' : 'batchJob',
      progress: percentage(job) / 100,
      created: job.created_at,
      location: jobPath(job.kind, job.id),
    };
  },
  /** One that has ended keeps its results: cancelling deletes nothing. */
  async cancel(ctx, id) {
    if (!hasEnded(await getBatchJobOrThrow(ctx, id, kind))) await deleteBatchJob(ctx, id, kind);
  },
});

/** The status of batch predictions, and of batch jobs of any kind. */
export const batchJobStatuses: StatusSources = { batchPredictions: jobsOf('prediction'), batchJobs: jobsOf('any') };
