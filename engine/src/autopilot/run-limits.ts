import type { Run } from '../model/estimator.ts';
import { EngineProblem } from '../problems/engine-problem.ts';

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
