import type { Job, OrganizationJob } from '../../api/follow.ts';

/** What a job is called: its own words, else its kind, else its id. */
export const jobTitle = (job: Job): string => job.description || job.statusType || `Job ${job.statusId}`;

/** The same for work of others: its own words, else its kind. */
export const organizationJobTitle = (job: Pick<OrganizationJob, 'description' | 'kind'>): string =>
  job.description || job.kind;

/** Whole percent. */
export const percent = (job: Pick<Job, 'progress'>): number => Math.round(Math.min(1, Math.max(0, job.progress)) * 100);
