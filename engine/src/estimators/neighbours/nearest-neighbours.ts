import type { BinaryReader } from '../../core/binary-format.ts';
import { shuffledRows } from '../../core/random.ts';
import { column, type Frame, takeRows, takeValues } from '../../frame/frame.ts';
import { checkFeatures, checkTraining } from '../check-training.ts';
import { type ColumnEncoder, encode, learnEncoders, readEncoder, writeEncoder } from '../encoding/column-encoder.ts';
import { addTo, type DesignColumn, dot, dotSquare } from '../encoding/design.ts';
import type { Estimator, Fitted, TrainingData } from '../estimator.ts';
import { type Constraints, integer, interval } from '../parameters.ts';
import { type Neighbour, type Points, pointIndex } from './point-index.ts';

interface NeighboursParams {
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

function sampleRows(data: TrainingData, rows: Int32Array): TrainingData {
  const weight = data.weight && takeValues(data.weight, rows);
  return { ...data, x: takeRows(data.x, rows), y: takeValues(data.y, rows), ...(weight && { weight }) };
}

/**
 * k-nearest neighbours: predicts what the most similar training rows had, on standardised numbers and one-hot
 * categories; for small data (Cover and Hart 1967, "Nearest neighbor pattern classification", IEEE Transactions on
 * Information Theory 13).
 */
export const nearestNeighbours: Estimator<NeighboursParams> = {
  name: 'nearest-neighbours',
  title: 'K-Nearest Neighbors',
  tasks: ['regression', 'binary', 'multiclass'],
  params,
  async fit(data, { k, smoothing, mostRows }, run) {
    checkTraining(data);
    const few = data.x.rows <= mostRows;
    const kept = few
      ? data
      : sampleRows(data, shuffledRows(data.x.rows, run.random.fork('neighbours')).slice(0, mostRows).sort());
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

/** Everything the model remembers: this family learns nothing but where rows are. */
interface NeighboursState {
  readonly encoders: readonly ColumnEncoder[];
  /** Per design column; distances are measured in these units. */
  readonly centers: Float64Array;
  readonly scales: Float64Array;
  readonly points: Points;
  readonly y: Float64Array;
  readonly k: number;
  /** How often each class occurs; empty for regression, the share of class 1 alone for two classes. */
  readonly prior: Float64Array;
  /** Weight of the prior, in neighbours. */
  readonly smoothing: number;
}

/** Standardised design cells, row-major. */
function cellsOf(
  encoders: readonly ColumnEncoder[],
  x: Frame,
  centers: Float64Array,
  scales: Float64Array,
): Float64Array {
  const width = scales.length;
  const cells = new Float64Array(x.rows * width);
  const scratch = new Float64Array(x.rows);
  const columns = encoders.flatMap((encoder) => encode(encoder, column(x, encoder.column)));
  columns.forEach((one, j) => {
    scratch.fill(0);
    addTo(scratch, one, 1);
    scratch.forEach((value, row) => {
      cells[row * width + j] = (value - (centers[j] as number)) / (scales[j] as number);
    });
  });
  return cells;
}

/** Measured from one of the neighbours, so that equal targets give exactly that target. */
function meanTarget(chosen: readonly Neighbour[], y: Float64Array): number {
  const total = chosen.reduce((sum, { share }) => sum + share, 0);
  const first = y[chosen[0]?.row ?? 0] as number;
  return chosen.reduce((sum, { row, share }) => sum + (share / total) * ((y[row] as number) - first), first);
}

function chances(chosen: readonly Neighbour[], { y, prior, smoothing }: NeighboursState): Float64Array {
  const total = chosen.reduce((sum, { share }) => sum + share, smoothing);
  const sums = prior.map((share) => share * smoothing);
  for (const { row, share } of chosen) {
    const value = y[row] as number;
    if (prior.length > 1) sums[value] = (sums[value] as number) + share;
    else sums[0] = (sums[0] as number) + value * share;
  }
  return sums.map((sum) => sum / total);
}

function neighboursModel(state: NeighboursState): Fitted & { readonly encoders: readonly ColumnEncoder[] } {
  const { encoders, centers, scales, points, prior, k } = state;
  const index = pointIndex(points);
  const outputs = Math.max(1, prior.length);
  return {
    encoders,
    predict(x) {
      checkFeatures(x);
      const cells = cellsOf(encoders, x, centers, scales);
      const answer = new Float64Array(x.rows * outputs);
      for (let row = 0; row < x.rows; row += 1) {
        const chosen = index.nearest(cells.subarray(row * points.width, (row + 1) * points.width), k);
        if (prior.length === 0) answer[row] = meanTarget(chosen, state.y);
        else answer.set(chances(chosen, state), row * outputs);
      }
      return answer;
    },
    write(to) {
      to.u8(1);
      to.u32(encoders.length);
      for (const encoder of encoders) writeEncoder(to, encoder);
      for (const values of [centers, scales, points.cells, points.weight, state.y, prior]) to.f64s(values);
      to.u32(k);
      to.f64(state.smoothing);
    },
  };
}

export function readNeighbours(from: BinaryReader): Fitted {
  from.u8();
  const encoders = Array.from({ length: from.u32() }, () => readEncoder(from));
  const [centers, scales, cells, weight, y] = [from.f64s(), from.f64s(), from.f64s(), from.f64s(), from.f64s()];
  const points = { width: scales.length, cells, weight };
  return neighboursModel({
    encoders,
    centers,
    scales,
    points,
    y,
    prior: from.f64s(),
    k: from.u32(),
    smoothing: from.f64(),
  });
}
