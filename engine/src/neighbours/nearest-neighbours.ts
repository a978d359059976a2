import { column, takeRows, takeValues } from '../frame/frame.ts';
import { encode } from '../linear/encoding/column-encoder.ts';
import { type DesignColumn, dot, dotSquare } from '../linear/encoding/design.ts';
import { learnEncoders } from '../linear/encoding/learn-encoders.ts';
import { checkTraining } from '../model/check-training.ts';
import { type Constraints, integer, interval } from '../model/constraint.ts';
import type { Estimator, TrainingData } from '../model/estimator.ts';
import { shuffledRows } from '../random/shuffle.ts';
import { cellsOf, neighboursModel } from './neighbours-model.ts';

export interface NeighboursParams {
  readonly k: number;
  /** Classes only: how many neighbours the overall shares of the classes count for. Keeps chances away from 0 and 1. */
  readonly smoothing: number;
  /** Larger training sets are sampled down to this: an answer compares with every row that is kept. */
  readonly mostRows: number;
}

const params: Constraints<NeighboursParams> = {
  k: integer(1, 1000, 10, 'log'),
  smoothing: interval(0, 1000, 1),
  mostRows: integer(100, 200_000, 50_000, 'log'),
};

function spreadOf(one: DesignColumn, weight: Float64Array, total: number): { center: number; scale: number } {
  const center = dot(one, weight) / total;
  if (!('dense' in one)) {
    // Two different levels are then as far apart as two numbers one standard deviation away from each other.
    return { center: 0, scale: Math.SQRT2 };
  }
  const spread = Math.sqrt(dotSquare({ dense: one.dense.map((value) => value - center) }, weight) / total);
  return { center, scale: spread > 1e-12 * Math.max(1, Math.abs(center)) ? spread : 1 };
}

/** Shares of the classes by weight, in the form the model keeps them. */
function priorOf({ y, task, classes = 0 }: TrainingData, weight: Float64Array, total: number): Float64Array {
  if (task === 'regression') return new Float64Array(0);
  const sums = new Float64Array(task === 'binary' ? 2 : classes);
  y.forEach((value, row) => {
    sums[value] = (sums[value] as number) + (weight[row] as number) / total;
  });
  return task === 'binary' ? sums.slice(1) : sums;
}

function sampled(data: TrainingData, rows: Int32Array): TrainingData {
  const weight = data.weight && takeValues(data.weight, rows);
  return { ...data, x: takeRows(data.x, rows), y: takeValues(data.y, rows), ...(weight && { weight }) };
}

/** k-nearest neighbours (Cover and Hart 1967) on standardised numbers and one-hot categories; for small data. */
export const nearestNeighbours: Estimator<NeighboursParams> = {
  name: 'nearest-neighbours',
  title: 'k-nearest neighbours',
  tasks: ['regression', 'binary', 'multiclass'],
  params,
  async fit(data, { k, smoothing, mostRows }, run) {
    checkTraining(data);
    const few = data.x.rows <= mostRows;
    const kept = few
      ? data
      : sampled(data, shuffledRows(data.x.rows, run.random.fork('neighbours')).slice(0, mostRows).sort());
    const weight = kept.weight ?? new Float64Array(kept.x.rows).fill(1);
    const total = weight.reduce((sum, value) => sum + value, 0);
    // Thousands of words would drown the other columns in every distance.
    const encoders = learnEncoders(kept.x, weight).filter((encoder) => encoder.kind !== 'text');
    const spreads = encoders.flatMap((encoder) =>
      encode(encoder, column(kept.x, encoder.column)).map((one) => spreadOf(one, weight, total)),
    );
    const centers = Float64Array.from(spreads, ({ center }) => center);
    const scales = Float64Array.from(spreads, ({ scale }) => scale);
    const points = { width: scales.length, cells: cellsOf(encoders, kept.x, centers, scales), weight };
    const prior = priorOf(kept, weight, total);
    return neighboursModel({ encoders, centers, scales, points, y: kept.y.slice(), k, prior, smoothing });
  },
};
