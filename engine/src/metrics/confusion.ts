import { type Scored, weightOf } from './metric.ts';

/** Weight of rows by true class (first index) and decided class (second): probability 0.5 or more, or the likeliest. */
export interface Confusion {
  readonly classes: number;
  at(actual: number, decided: number): number;
  readonly actual: Float64Array;
  readonly decided: Float64Array;
  readonly total: number;
}

function decide(predicted: Float64Array, row: number, classes: number | undefined): number {
  if (classes === undefined) return (predicted[row] as number) >= 0.5 ? 1 : 0;
  let best = 0;
  for (let c = 1; c < classes; c += 1) {
    if ((predicted[row * classes + c] as number) > (predicted[row * classes + best] as number)) best = c;
  }
  return best;
}

export function confusion(rows: Scored): Confusion {
  const classes = rows.classes ?? 2;
  const cells = new Float64Array(classes * classes);
  const actual = new Float64Array(classes);
  const decided = new Float64Array(classes);
  let total = 0;
  for (let row = 0; row < rows.actual.length; row += 1) {
    const share = weightOf(rows.weight, row);
    const truth = rows.actual[row] as number;
    const answer = decide(rows.predicted, row, rows.classes);
    cells[truth * classes + answer] = (cells[truth * classes + answer] as number) + share;
    actual[truth] = (actual[truth] as number) + share;
    decided[answer] = (decided[answer] as number) + share;
    total += share;
  }
  return { classes, actual, decided, total, at: (truth, answer) => cells[truth * classes + answer] as number };
}
