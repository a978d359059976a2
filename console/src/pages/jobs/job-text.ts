import type { Job } from '../../api/types.ts';

/** What a job is called: its own words, else its kind, else its id. */
export const jobTitle = (job: Job): string => job.description || job.statusType || `Job ${job.statusId}`;

/** Whole percent, or undefined when the job does not say how far it is. */
export function percent(job: Job): number | undefined {
  if (job.progress === undefined) return undefined;
  return Math.round(Math.min(1, Math.max(0, job.progress)) * 100);
}
