import type { z } from 'zod';
import type { Links } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import type { BatchJob, jobShape } from './batch-job.schema.ts';
import type { ListedJob } from './batch-job.store.ts';
import type { BatchSpec } from './batch-spec.schema.ts';
import { hideHeaders } from './check-spec.ts';

const KEPT_MS = 48 * 3600 * 1000;

export const hasEnded = ({ status }: Pick<BatchJobRow, 'status'>): boolean =>
  status === 'COMPLETED' || status === 'ABORTED' || status === 'FAILED';

/** Results expire two days after the end, whether or not they are deleted yet. */
export const resultsGone = (job: Pick<BatchJobRow, 'results_deleted_at' | 'ended_at'>, now: Date): boolean =>
  job.results_deleted_at !== null || (job.ended_at !== null && now.getTime() - job.ended_at.getTime() >= KEPT_MS);

/** By bytes, as far as it is known how many there will be; never all of it before the end. */
export function percentage(job: BatchJobRow): number {
  if (job.status === 'COMPLETED') return 100;
  const all = Math.max(job.expected_bytes ?? 0, job.intake_bytes);
  if (all === 0 || job.status === 'INITIALIZING') return 0;
  return Math.min(99, Math.floor((1000 * job.read_bytes) / all) / 10);
}

/** How lines about a quota begin. */
export const WAITING = 'Waiting for the quota of the deployment';

/** What holds a job up that could go on; null for all others. */
export const quotaWait = (job: BatchJobRow): { reason: string; until: string } | null =>
  hasEnded(job) || job.waits_for === null || job.waits_until === null
    ? null
    : { reason: job.waits_for, until: job.waits_until.toISOString() };

export const jobPath = (kind: BatchJobRow['kind'], id: string): string =>
  kind === 'prediction' ? `/api/v2/batchPredictions/${id}/` : `/api/v2/batchJobs/${id}/`;

export interface Seeing {
  readonly now: Date;
  readonly links: Links;
  /** Jobs that wait before it. */
  readonly ahead: number;
}

type Common = { [Field in keyof typeof jobShape]: z.output<(typeof jobShape)[Field]> };

export function commonRecord(job: ListedJob, { now, links, ahead }: Seeing): Common {
  const self = links.absolute(jobPath(job.kind, job.id));
  const gone = resultsGone(job, now);
  const begun = job.status !== 'INITIALIZING' && job.output_type === 'localFile' && job.kind === 'prediction' && !gone;
  const from = job.started_at ?? job.created_at;
  const waiting = quotaWait(job);
  const last = job.logs.at(-1) ?? `Job ${job.id}`;
  return {
    ...apiFields(job, 'id', 'status', 'scored_rows', 'failed_rows', 'skipped_rows', 'hidden', 'source'),
    ...apiFields(job, 'monitoring_batch_id'),
    statusDetails: waiting === null ? last : `${WAITING} until ${waiting.until}: ${waiting.reason}`,
    quotaWait: waiting,
    percentageCompleted: percentage(job),
    elapsedTimeSec: Math.max(0, Math.round(((job.ended_at ?? now).getTime() - from.getTime()) / 1000)),
    jobIntakeSize: job.intake_state === 'none' ? null : job.intake_bytes,
    jobOutputSize: job.status === 'INITIALIZING' ? null : job.output_bytes,
    logs: [...job.logs],
    created: job.created_at.toISOString(),
    createdBy: {
      userId: job.created_by,
      username: job.username,
      fullName: [job.first_name, job.last_name].filter(Boolean).join(' ') || job.username,
    },
    links: {
      self,
      ...(job.intake_type === 'localFile' ? { csvUpload: `${self}csvUpload/` } : {}),
      ...(begun ? { download: `${self}download/` } : {}),
    },
    queuePosition: job.status === 'INITIALIZING' ? ahead : null,
    queued: job.status === 'INITIALIZING',
    resultsDeleted: gone,
    intakeDatasetDisplayName: job.intake_name,
  };
}

export const toBatchJob = (job: ListedJob, seeing: Seeing): z.output<typeof BatchJob> => ({
  ...commonRecord(job, seeing),
  jobSpec: hideHeaders(job.spec as BatchSpec),
  batchPredictionJobDefinition:
    job.definition_id === null
      ? null
      : { id: job.definition_id, name: job.definition_name ?? '', createdBy: job.username },
});
