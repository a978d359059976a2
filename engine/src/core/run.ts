import { EngineProblem } from './engine-problem.ts';
import type { Random } from './random.ts';
import type { Pool } from './thread-pool.ts';

/** How much work a run may do. `manual` runs what it is told and nothing else. */
export const MODES = ['quick', 'auto', 'comprehensive', 'manual'] as const;
export type Mode = (typeof MODES)[number];

/** True when the time budget is used up; throws when the caller has cancelled. */
export function outOfTime(run: Run): boolean {
  checkCancelled(run);
  return run.now !== undefined && run.deadline !== undefined && run.now() > run.deadline;
}

export function checkCancelled(run: Run): void {
  if (run.cancelled?.() === true) {
    throw new EngineProblem('run.cancelled', 'The run was cancelled by its caller; nothing of it is kept.');
  }
}

/** For work inside a larger one: progress is reported by the larger one only. */
export function withoutProgress(run: Run): Run {
  const { progress: _, ...rest } = run;
  return rest;
}

/** What a model can learn. `anomaly` has no target. */
export type Task = 'regression' | 'binary' | 'multiclass' | 'anomaly';

/** Everything from outside a fit may use: the engine has no clock, no threads and no randomness of its own. */
export interface Run {
  readonly random: Random;
  /** Threads of the caller, where it has some. Without a pool everything runs on the calling thread. */
  readonly pool?: Pool;
  /** Milliseconds of a monotonic clock; with `deadline` it bounds the work. */
  readonly now?: () => number;
  readonly deadline?: number;
  readonly cancelled?: () => boolean;
  readonly progress?: (done: number) => void;
}

/**
 * Asked between the steps of a fit. True means: stop now and keep what has been learned so far. A cancelled run has
 * no use for a partial model and ends with a problem instead.
 */
export function budgetSpent(run: Run): boolean {
  if (run.cancelled?.() === true) {
    throw new EngineProblem(
      'run.cancelled',
      'The run was cancelled before the model was finished. Start it again if you need it.',
    );
  }
  return run.now !== undefined && run.deadline !== undefined && run.now() >= run.deadline;
}
