import { Problem } from '#platform/http/problem.ts';
import type { Operation } from '../recipe.operations.ts';
import { RecipeProblems } from '../recipe.problems.ts';

/** One operation cannot be done; `operation` is its index from 0. */
export class StepProblem extends Problem {
  readonly operation: number;

  constructor(index: number, directive: Operation['directive'], reason: string) {
    const { status, code, message } = RecipeProblems.stepFailed;
    super(status, code, message(index, directive, reason), { extra: { failedOperationsIndex: index } });
    this.operation = index;
  }
}
