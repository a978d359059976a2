import type { BinaryReader } from '../core/binary-format.ts';
import { checkFeatures, checkTraining, constantTarget } from './check-training.ts';
import type { Estimator, Fitted, TrainingData } from './estimator.ts';
import { type Constraints, oneOf } from './parameters.ts';

export interface BaselineParams {
  /** What regression answers: the mean for squared errors, the median for absolute ones. */
  readonly center: 'mean' | 'median';
}

const params: Constraints<BaselineParams> = { center: oneOf(['mean', 'median'], 'mean') };

/** Answers the same for every row: one number, or one chance per class. */
function baselineModel(answer: Float64Array): Fitted {
  return {
    predict(x) {
      checkFeatures(x);
      return Float64Array.from({ length: x.rows * answer.length }, (_, at) => answer[at % answer.length] as number);
    },
    write: (to) => to.f64s(answer),
  };
}

export function readBaseline(from: BinaryReader): Fitted {
  return baselineModel(from.f64s());
}

const weightAt = (data: TrainingData, row: number) => data.weight?.[row] ?? 1;

function shares(data: TrainingData, classes: number): Float64Array {
  const sums = new Float64Array(classes);
  data.y.forEach((value, row) => {
    sums[value] = (sums[value] as number) + weightAt(data, row);
  });
  const total = sums.reduce((sum, value) => sum + value, 0);
  return sums.map((sum) => sum / total);
}

function mean(data: TrainingData): number {
  let [sum, total] = [0, 0];
  data.y.forEach((value, row) => {
    sum += value * weightAt(data, row);
    total += weightAt(data, row);
  });
  return sum / total;
}

/** The value with half of the weight on either side; between two values, their middle. */
function median(data: TrainingData): number {
  const order = [...data.y.keys()].sort((a, b) => (data.y[a] as number) - (data.y[b] as number));
  const half = order.reduce((sum, row) => sum + weightAt(data, row), 0) / 2;
  let seen = 0;
  for (const [at, row] of order.entries()) {
    seen += weightAt(data, row);
    if (seen > half) return data.y[row] as number;
    if (seen === half) {
      const next = order.slice(at + 1).find((candidate) => weightAt(data, candidate) > 0) ?? row;
      return ((data.y[row] as number) + (data.y[next] as number)) / 2;
    }
  }
  return Number.NaN;
}

/** What every model must beat: the mean (or median), or how often each class occurs. */
export const baseline: Estimator<BaselineParams> = {
  name: 'baseline',
  title: 'Baseline (mean or majority class)',
  tasks: ['regression', 'binary', 'multiclass'],
  params,
  async fit(data, chosen) {
    checkTraining(data);
    if (data.task === 'multiclass') return baselineModel(shares(data, data.classes ?? 0));
    if (data.task === 'binary') return baselineModel(shares(data, 2).slice(1));
    const constant = constantTarget(data);
    const center = chosen.center === 'mean' ? mean(data) : median(data);
    return baselineModel(Float64Array.of(constant ?? center));
  },
};
