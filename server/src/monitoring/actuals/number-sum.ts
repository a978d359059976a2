import { type MeanMetric, type Metric, metrics } from '@almanac/engine';
import { type AccuracySum, addAt, addCell, type Cell, type SumShape } from './accuracy-sum.ts';

const isMean = (metric: Metric): metric is MeanMetric => 'loss' in metric;
const LOSSES: readonly MeanMetric[] = [
  ...['RMSE', 'MAE', 'MAD', 'MAPE', 'RMSLE', 'Poisson Deviance', 'Gamma Deviance', 'Tweedie Deviance'],
].map((name) => metrics.filter(isMean).find((metric) => metric.name === name) as MeanMetric);

const AT = { predicted: 0, mean: 1, squares: 2, yLogY: 3, positive: 4, logY: 5, lifted: 6, rootY: 7, losses: 8 };
/** What deviances take for a value that must be positive and is not. */
const LEAST = 1e-9;

/** Of numbers: every loss the engine knows as a mean, moments of the actuals, and rankings in bins of two percent. */
export const numberShape: SumShape = {
  size: () => AT.losses + 2 * LOSSES.length,
  moments: { mean: AT.mean, squares: AT.squares },
  add(sum, { actual, predicted: [predicted = Number.NaN] }) {
    const { numbers } = sum;
    sum.matched += 1;
    const before = numbers[AT.mean] as number;
    addAt(numbers, AT.predicted, predicted);
    addAt(numbers, AT.mean, (actual - before) / sum.matched);
    addAt(numbers, AT.squares, (actual - before) * (actual - (numbers[AT.mean] as number)));
    if (actual > 0) {
      addAt(numbers, AT.yLogY, actual * Math.log(actual));
      addAt(numbers, AT.positive, actual);
      addAt(numbers, AT.rootY, Math.sqrt(actual));
    }
    addAt(numbers, AT.logY, Math.log(Math.max(actual, LEAST)));
    addAt(numbers, AT.lifted, Math.max(actual, LEAST));
    for (const [number, { loss }] of LOSSES.entries()) {
      const value = loss(actual, predicted);
      if (Number.isNaN(value)) continue;
      addAt(numbers, AT.losses + 2 * number, value);
      addAt(numbers, AT.losses + 2 * number + 1, 1);
    }
    addCell(sum, 2 * binOf(predicted), 1, actual);
    addCell(sum, 2 * binOf(actual) + 1, 1, actual);
  },
};

const STEP = Math.log(1.02);
const SMALLEST = 1e-12;
const ZERO = 10_000;

/** Bins that keep the order of numbers, each two percent wide; what is nearly nothing is nothing. */
function binOf(value: number): number {
  const size = Math.abs(value);
  if (size < SMALLEST) return ZERO;
  const place = Math.min(ZERO - 1, 1 + Math.floor(Math.log(size / SMALLEST) / STEP));
  return value > 0 ? ZERO + place : ZERO - place;
}

export const meanPredicted = ({ numbers, matched }: AccuracySum): number => (numbers[AT.predicted] as number) / matched;
export const meanActual = ({ numbers }: AccuracySum): number => numbers[AT.mean] as number;

/** NaN where a metric does not exist on these rows. */
export function numberMetrics({ numbers, cells, matched }: AccuracySum): ReadonlyMap<string, number> {
  const at = (place: number) => numbers[place] as number;
  const values = new Map(
    LOSSES.map(({ name, finish }, n) => [name, finish(at(AT.losses + 2 * n) / at(AT.losses + 2 * n + 1))]),
  );
  const lossOf = (name: string) => at(AT.losses + 2 * LOSSES.findIndex((one) => one.name === name));
  const explained = (name: string, without: number) => (without > 0 ? 1 - lossOf(name) / without : Number.NaN);
  values.set('R Squared', at(AT.squares) === 0 ? Number.NaN : 1 - lossOf('RMSE') / at(AT.squares));
  // Deviances of always saying the mean, from sums alone.
  const [n, total] = [matched, at(AT.mean) * matched];
  const mean = Math.max(at(AT.mean), LEAST);
  const poisson = 2 * (at(AT.yLogY) - Math.log(mean) * at(AT.positive) - total + n * mean);
  const gamma = 2 * (n * Math.log(mean) - at(AT.logY) + at(AT.lifted) / mean - n);
  const tweedie = 2 * (-4 * at(AT.rootY) + (2 * at(AT.positive)) / Math.sqrt(mean) + 2 * n * Math.sqrt(mean));
  values.set('FVE Poisson', explained('Poisson Deviance', poisson));
  values.set('FVE Gamma', explained('Gamma Deviance', gamma));
  values.set('FVE Tweedie', explained('Tweedie Deviance', tweedie));
  values.set('Gini Norm', capturedArea(cells, 0) / capturedArea(cells, 1));
  return values;
}

/** Area between the curve of captured actuals (highest first) and the diagonal, over the bins of one of both rankings. */
function capturedArea(cells: ReadonlyMap<number, Cell>, which: 0 | 1): number {
  const steps = [...cells].filter(([place]) => place % 2 === which).sort(([a], [b]) => b - a);
  const rows = steps.reduce((sum, [, { weight }]) => sum + weight, 0);
  const total = steps.reduce((sum, [, cell]) => sum + cell.sum, 0);
  let [captured, area] = [0, 0];
  for (const [, { weight, sum }] of steps) {
    area += (weight / rows) * (captured + sum / 2);
    captured += sum;
  }
  return area / total - 0.5;
}
