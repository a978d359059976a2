import { EngineProblem } from '@almanac/engine';
import { invalidFields, Problem } from '#platform/http/problem.ts';

/** A refusal of the engine, told by the field it is about where it names one. */
export function asFieldError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EngineProblem)) throw error;
    throw error.column === undefined
      ? new Problem(422, error.code, error.message)
      : invalidFields({ [error.column]: error.message });
  }
}
