import { type LimitsOfJob, memoryLimitReached } from './job-limits.ts';
import type { RunningJob } from './running-job.ts';

const LOOK_EVERY_MS = 250;

/** Ends jobs that take more memory than they may. Answers how to stop watching. */
export function watchMemory(running: () => readonly RunningJob[], onOver: (job: RunningJob) => void): () => void {
  let known = new Map<RunningJob, JobMemory<RunningJob>>();
  const look = () => {
    const bytes = process.memoryUsage.rss();
    known = withRunning(known, running(), bytes);
    const over = overMemory(bytes, [...known.values()]);
    if (over === undefined) return;
    onOver(over.job);
    over.job.interrupt(memoryLimitReached(over.limits));
    // Nobody knows whose memory it was: the others begin anew, with what is left.
    known = withRunning(
      new Map(),
      [...known.keys()].filter((job) => job !== over.job),
      bytes,
    );
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function withRunning(
  known: ReadonlyMap<RunningJob, JobMemory<RunningJob>>,
  running: readonly RunningJob[],
  bytes: number,
): Map<RunningJob, JobMemory<RunningJob>> {
  const live = running.flatMap((job) =>
    job.limits === undefined || job.signal.aborted ? [] : { job, limits: job.limits },
  );
  const now = together(live.map(({ limits }) => limits));
  return new Map(
    live.map(({ job, limits }) => {
      const { before = bytes, allowed = 0 } = known.get(job) ?? {};
      return [job, { job, limits, before, allowed: Math.max(allowed, now) }];
    }),
  );
}

/** What is known of one running job: the system counts memory for the whole process, not for its jobs. */
export interface JobMemory<Job> {
  readonly job: Job;
  readonly limits: LimitsOfJob;
  /** Memory of the process when the job was started. */
  readonly before: number;
  /** The most that it and the jobs beside it could take together within their limits, at any moment since. */
  readonly allowed: number;
}

const together = (limits: readonly LimitsOfJob[]): number =>
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
