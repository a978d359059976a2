import type { Task } from '@almanac/engine';
import type { z } from 'zod';
import { extent, meanOf, spread } from '../../engine/arrays.ts';
import type * as schema from './chart.schema.ts';
import { type Confusion, confusion, type Outcomes, orderBy, rocCurve } from './roc.rules.ts';

export interface Charts {
  readonly liftChart: { readonly bins: LiftBins };
  readonly rocCurve: z.infer<typeof schema.Roc>;
  readonly residuals: Residuals;
  readonly confusionMatrix: Confusion;
}

type LiftBins = z.infer<typeof schema.LiftBins>;
type Residuals = z.infer<typeof schema.Residuals>;

export type ChartName = keyof Charts;

export const CHART_TASKS: Readonly<Record<ChartName, readonly Task[]>> = {
  liftChart: ['regression', 'binary', 'multiclass'],
  rocCurve: ['binary'],
  residuals: ['regression'],
  confusionMatrix: ['binary', 'multiclass'],
};

export interface ChartQuestion<Name extends ChartName = ChartName> {
  readonly name: Name;
  readonly outcomes: Outcomes;
  readonly task: Task;
  readonly classes: readonly string[];
  readonly threshold: number;
}

export interface Drawn<Name extends ChartName = ChartName> {
  /** Lift of several classes is one chart a class. */
  readonly targetClass: string | null;
  readonly data: Charts[Name];
}

export function drawChart<Name extends ChartName>(question: ChartQuestion<Name>): Drawn<Name>[];
export function drawChart({ name, outcomes, task, classes, threshold }: ChartQuestion): Drawn[] {
  if (name === 'liftChart' && task === 'multiclass') {
    return classes.map((targetClass, index) => ({
      targetClass,
      data: { bins: liftBins(oneClass(outcomes, classes.length, index)) },
    }));
  }
  const draw = {
    liftChart: () => ({ bins: liftBins(outcomes) }),
    rocCurve: () => rocCurve(outcomes),
    residuals: () => residuals(outcomes),
    confusionMatrix: () => confusion(outcomes, classes, threshold),
  } as const;
  return [{ targetClass: null, data: draw[name]() }];
}

/** Clients merge neighbours to show 10, 12, 15, 20 or 30 bins, which all divide this. */
const BINS = 60;

/** Rows by what was predicted for them, in groups of the same size, each with what was predicted and what happened. */
export function liftBins({ actual, predicted, weight }: Omit<Outcomes, 'rows'>, most = BINS): LiftBins {
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

export function oneClass({ actual, predicted, weight, rows }: Outcomes, classes: number, index: number): Outcomes {
  return {
    actual: actual.map((value) => Number(value === index)),
    predicted: actual.map((_, row) => predicted[row * classes + index] as number),
    weight,
    rows,
  };
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
      return [actual[row] as number, predicted[row] as number, errors[row] as number, rows[row] as number];
    }),
  };
}

function histogram(errors: Float64Array): Residuals['histogram'] {
  const [low, high] = extent(errors);
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
