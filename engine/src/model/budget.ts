import { EngineProblem } from '../problems/engine-problem.ts';
import type { Run } from './estimator.ts';

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
