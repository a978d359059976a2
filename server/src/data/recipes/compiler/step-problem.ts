import { Problem } from '#platform/http/problem.ts';

/** Where in a recipe something is wrong. */
export interface StepPlace {
  /** The index of the operation, or what is not an operation. */
  readonly operation: number | 'sampling' | 'downsampling' | 'sql';
  readonly directive: string;
  /** The argument, with dots for nested ones: `conditions.0.column`; empty when it is none of them by itself. */
  readonly argument: string;
}

/** A step that cannot be compiled: which, what is wrong with which argument, and what to do. */
export class StepProblem extends Problem {
  readonly place: StepPlace;

  constructor(place: StepPlace, reason: string) {
    const { operation, directive, argument } = place;
    const isOperation = typeof operation === 'number';
    const step = isOperation ? `Operation ${operation} (${directive})` : `The ${operation} (${directive})`;
    const at = isOperation ? `operations.${operation}` : operation;
    const field = argument === '' ? at : `${at}.arguments.${argument}`;
    super(422, 'recipes.step_refused', `${step} cannot be done: ${reason}`, {
      fields: { [field]: reason },
      extra: isOperation ? { failedOperationsIndex: operation } : {},
    });
    this.place = place;
  }
}
