import type { Job } from '../../api/types.ts';

/** What a job is called: its own words, else its kind, else its id. */
export const jobTitle = (job: Job): string => job.description || job.statusType || `Job ${job.statusId}`;

/** Whole percent. */
export const percent = (job: Job): number => Math.round(Math.min(1, Math.max(0, job.progress)) * 100);
