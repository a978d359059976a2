import { memoryLimitReached } from './job-limits.ts';
import { type JobMemory, overMemory, together } from './memory.rules.ts';
import type { RunningJob } from './running-job.ts';

const LOOK_EVERY_MS = 250;

/** Ends jobs that take more memory than they may. Answers how to stop watching. */
export function watchMemory(running: () => readonly RunningJob[], onOver: (job: RunningJob) => void): () => void {
  let known = new Map<RunningJob, JobMemory<RunningJob>>();
  const look = () => {
    const bytes = process.memoryUsage.rss();
    known = noted(known, running(), bytes);
    const over = overMemory(bytes, [...known.values()]);
    if (over === undefined) return;
    onOver(over.job);
    over.job.interrupt(memoryLimitReached(over.limits));
    // Nobody knows whose memory it was: the others begin anew, with what is left.
    known = noted(
      new Map(),
      [...known.keys()].filter((job) => job !== over.job),
      bytes,
    );
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function noted(
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
