import type { LimitsOfJob } from './job-limits.ts';

/** What is known of one running job: the system counts memory for the whole process, not for its jobs. */
export interface JobMemory<Job> {
  readonly job: Job;
  readonly limits: LimitsOfJob;
  /** Memory of the process when the job was started. */
  readonly before: number;
  /** The most that it and the jobs beside it could take together within their limits, at any moment since. */
  readonly allowed: number;
}

export const together = (limits: readonly LimitsOfJob[]): number =>
  limits.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);

/**
 * The job to end: since it was started the process has grown by more than it and all the jobs beside it may take, so one
 * of them is over its limit. Alone, a job is held to its own limit exactly. Of several the one that may take most, as it
 * works on the most data; the oldest among equals.
 */
export function overMemory<Job>(processBytes: number, jobs: readonly JobMemory<Job>[]): JobMemory<Job> | undefined {
  return jobs
    .filter(({ before, allowed }) => processBytes - before > allowed)
    .reduce<JobMemory<Job> | undefined>(
      (most, one) => (most === undefined || one.limits.memoryBytes > most.limits.memoryBytes ? one : most),
      undefined,
    );
}
