import { type Outcomes, orderBy } from './outcomes.ts';

export interface LiftBin {
  readonly actual: number;
  readonly predicted: number;
  readonly binWeight: number;
}

/** Clients merge neighbours to show 10, 12, 15, 20 or 30 bins, which all divide this. */
const BINS = 60;

/** Rows by what was predicted for them, in groups of the same size, each with what was predicted and what happened. */
export function liftBins({ actual, predicted, weight }: Omit<Outcomes, 'rows'>, most = BINS): LiftBin[] {
  const order = orderBy(predicted);
  const bins = Math.min(most, order.length);
  return Array.from({ length: bins }, (_, bin) => {
    const from = Math.floor((bin * order.length) / bins);
    const to = Math.floor(((bin + 1) * order.length) / bins);
    let happened = 0;
    let said = 0;
    let total = 0;
    for (const row of order.subarray(from, to)) {
      const heavy = weight[row] as number;
      happened += heavy * (actual[row] as number);
      said += heavy * (predicted[row] as number);
      total += heavy;
    }
    return total > 0
      ? { actual: happened / total, predicted: said / total, binWeight: total }
      : { actual: 0, predicted: 0, binWeight: 0 };
  });
}

/** One class against all others. */
export function oneClass({ actual, predicted, weight, rows }: Outcomes, classes: number, index: number): Outcomes {
  return {
    actual: actual.map((value) => Number(value === index)),
    predicted: actual.map((_, row) => predicted[row * classes + index] as number),
    weight,
    rows,
  };
}
