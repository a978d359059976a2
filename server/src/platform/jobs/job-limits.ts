import type { ResourceLimits } from 'node:worker_threads';
import { type Config, type JobLimits, type LimitClass, memorySetting, timeSetting } from '#config';
import type { JobKind } from '../context.ts';
import { type Problem, problem } from '../http/problem.ts';
import { JobProblems } from './jobs.problems.ts';
import { finalInterruption } from './jobs.ts';

export interface LimitsOfJob extends JobLimits {
  readonly of: LimitClass;
}

/** The limits of a kind in this installation. */
export const limitsOf = ({ jobLimits }: Pick<Config, 'jobLimits'>, of: LimitClass): LimitsOfJob => ({
  of,
  ...jobLimits[of],
});

export const timeLimitReached = ({ of, timeSeconds }: LimitsOfJob): Problem =>
  problem(JobProblems.timeLimit, of, timeSeconds, timeSetting(of));

export const memoryLimitReached = ({ of, memoryBytes }: LimitsOfJob): Problem =>
  problem(JobProblems.memoryLimit, of, memoryBytes, memorySetting(of));

/** A kind this process does not know has none: whoever runs it looks after them. */
export const kindLimits = (
  config: Pick<Config, 'jobLimits'>,
  kind: Pick<JobKind<unknown>, 'limits'> | undefined,
): LimitsOfJob | undefined => (kind === undefined ? undefined : limitsOf(config, kind.limits));

const bySignal = new WeakMap<AbortSignal, LimitsOfJob>();

/** The limits of the job this signal belongs to: for whoever starts threads and is handed no more than the signal. */
export const limitsOfSignal = (signal: AbortSignal): LimitsOfJob | undefined => bySignal.get(signal);

export function noteLimits(signal: AbortSignal, limits: LimitsOfJob): void {
  bySignal.set(signal, limits);
}

const MIB = 1024 ** 2;

/** How much a thread of this job may hold; undefined where no job has one. */
export const threadMemoryMb = (limits: JobLimits | undefined): number | undefined =>
  limits === undefined ? undefined : Math.ceil(limits.memoryBytes / MIB);

/** The same for `new Worker`: a thread whose objects outgrow it ends with ERR_WORKER_OUT_OF_MEMORY. */
export function threadLimits(limits: JobLimits | undefined): { readonly resourceLimits?: ResourceLimits } {
  const maxOldGenerationSizeMb = threadMemoryMb(limits);
  return maxOldGenerationSizeMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb } };
}

/** The limit that ended a job, or a thread it used; undefined when something else did. */
export function limitReached(signal: AbortSignal, error: unknown): Problem | undefined {
  const limits = limitsOfSignal(signal);
  if (signal.aborted || limits === undefined || !isOutOfThreadMemory(error)) return finalInterruption(signal)?.limit;
  return memoryLimitReached(limits);
}

/** Also when the error was wrapped on its way here. */
function isOutOfThreadMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' || isOutOfThreadMemory(error.cause);
}
