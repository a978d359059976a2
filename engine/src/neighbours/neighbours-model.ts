import type { BinaryReader } from '../format/binary-reader.ts';
import { column, type Frame } from '../frame/frame.ts';
import { type ColumnEncoder, encode, readEncoder, writeEncoder } from '../linear/encoding/column-encoder.ts';
import { addTo } from '../linear/encoding/design.ts';
import { checkFeatures } from '../model/check-training.ts';
import type { Fitted } from '../model/estimator.ts';
import { type Neighbour, type Points, pointIndex } from './point-index.ts';

/** Everything the model remembers: this family learns nothing but where rows are. */
export interface NeighboursState {
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
export function cellsOf(
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

export function neighboursModel(state: NeighboursState): Fitted {
  const { encoders, centers, scales, points, prior, k } = state;
  const index = pointIndex(points);
  const outputs = Math.max(1, prior.length);
  return {
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
