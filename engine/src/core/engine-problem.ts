/** Where in the caller's data the trouble starts. `row` counts from 0. */
export interface Place {
  readonly column?: string;
  readonly series?: string;
  readonly row?: number;
}

/**
 * The one error the engine throws for input it cannot work with. `code` is stable and meant for programs;
 * the message is meant for people and says what was wrong, with which value, and what to do next.
 */
export class EngineProblem extends Error {
  override readonly name = 'EngineProblem';
  readonly code: string;
  readonly column: string | undefined;
  readonly series: string | undefined;
  readonly row: number | undefined;

  constructor(code: string, message: string, place: Place = {}) {
    super(message);
    this.code = code;
    this.column = place.column;
    this.series = place.series;
    this.row = place.row;
  }
}
