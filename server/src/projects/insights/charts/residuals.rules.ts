import { type Outcomes, orderBy, spread } from './outcomes.ts';

export interface Residuals {
  readonly residualMean: number;
  readonly coefficientOfDetermination: number;
  readonly standardDeviation: number;
  readonly histogram: readonly {
    readonly intervalStart: number;
    readonly intervalEnd: number;
    readonly occurrences: number;
  }[];
  /** Actual, predicted, what is between them, number of the row. */
  readonly data: readonly (readonly [number, number, number, number])[];
}

const MOST_SHOWN = 1000;
const MOST_BINS = 50;

export function residuals({ actual, predicted, rows }: Omit<Outcomes, 'weight'>): Residuals {
  const errors = actual.map((value, row) => (predicted[row] as number) - value);
  const mean = meanOf(errors);
  const squares = errors.reduce((sum, error) => sum + error * error, 0);
  const center = meanOf(actual);
  const spreadOut = actual.reduce((sum, value) => sum + (value - center) ** 2, 0);
  const order = orderBy(predicted);
  return {
    residualMean: mean,
    coefficientOfDetermination: spreadOut > 0 ? 1 - squares / spreadOut : 0,
    standardDeviation: Math.sqrt(meanOf(errors.map((error) => (error - mean) ** 2))),
    histogram: histogram(errors),
    data: spread(order.length, MOST_SHOWN).map((at) => {
      const row = order[at] as number;
      return [actual[row] as number, predicted[row] as number, errors[row] as number, rows[row] as number] as const;
    }),
  };
}

const meanOf = (values: Float64Array): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function histogram(errors: Float64Array): Residuals['histogram'] {
  const low = errors.reduce((least, error) => Math.min(least, error), Number.POSITIVE_INFINITY);
  const high = errors.reduce((most, error) => Math.max(most, error), Number.NEGATIVE_INFINITY);
  if (errors.length === 0) return [];
  const bins = low === high ? 1 : Math.min(MOST_BINS, Math.max(1, Math.ceil(Math.sqrt(errors.length))));
  const width = (high - low) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (const error of errors) {
    const bin = width > 0 ? Math.min(bins - 1, Math.floor((error - low) / width)) : 0;
    counts[bin] = (counts[bin] as number) + 1;
  }
  return counts.map((occurrences, bin) => ({
    intervalStart: low + bin * width,
    intervalEnd: bin === bins - 1 ? high : low + (bin + 1) * width,
    occurrences,
  }));
}
