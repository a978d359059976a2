import type { BinaryReader } from '../format/binary-reader.ts';
import { column, type Frame, takeRows, takeValues } from '../frame/frame.ts';
import { type ColumnEncoder, encode, readEncoder, writeEncoder } from '../linear/encoding/column-encoder.ts';
import { addTo, type DesignColumn, dot, dotSquare } from '../linear/encoding/design.ts';
import { learnEncoders } from '../linear/encoding/learn-encoders.ts';
import { checkFeatures, checkTraining } from '../model/check-training.ts';
import { type Constraints, integer } from '../model/constraint.ts';
import type { Estimator, Fitted, TrainingData } from '../model/estimator.ts';
import { shuffledRows } from '../random/shuffle.ts';
import { distances, nearest, type Points } from './nearest.ts';

export interface NeighboursParams {
  readonly k: number;
  /** Larger training sets are sampled down to this: an answer compares with every row that is kept. */
  readonly mostRows: number;
}

const params: Constraints<NeighboursParams> = {
  k: integer(1, 1000, 10, 'log'),
  mostRows: integer(100, 200_000, 20_000, 'log'),
};

interface State {
  readonly encoders: readonly ColumnEncoder[];
  /** Per design column; distances are measured in these units. */
  readonly centers: Float64Array;
  readonly scales: Float64Array;
  readonly points: Points;
  readonly y: Float64Array;
  readonly outputs: number;
  readonly k: number;
}

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

function spreadOf(one: DesignColumn, weight: Float64Array, total: number): { center: number; scale: number } {
  const center = dot(one, weight) / total;
  if (!('dense' in one)) {
    // Two different levels are then as far apart as two numbers one standard deviation away from each other.
    return { center: 0, scale: Math.SQRT2 };
  }
  const spread = Math.sqrt(dotSquare({ dense: one.dense.map((value) => value - center) }, weight) / total);
  return { center, scale: spread > 1e-12 * Math.max(1, Math.abs(center)) ? spread : 1 };
}

function neighboursModel(state: State): Fitted {
  const { encoders, centers, scales, points, y, outputs, k } = state;
  return {
    predict(x) {
      checkFeatures(x);
      const cells = cellsOf(encoders, x, centers, scales);
      const answer = new Float64Array(x.rows * outputs);
      const far = new Float64Array(y.length);
      for (let row = 0; row < x.rows; row += 1) {
        distances(points, cells.subarray(row * points.width, (row + 1) * points.width), far);
        const chosen = nearest(far, points.weight, k);
        const total = chosen.reduce((sum, { share }) => sum + share, 0);
        const first = y[chosen[0]?.row ?? 0] as number;
        let shift = 0;
        for (const { row: at, share } of chosen) {
          const value = y[at] as number;
          if (outputs > 1) answer[row * outputs + value] = (answer[row * outputs + value] as number) + share / total;
          else shift += (share / total) * (value - first);
        }
        // Measured from one of the neighbours, so that equal targets give exactly that target.
        if (outputs === 1) answer[row] = first + shift;
      }
      return answer;
    },
    write(to) {
      to.u8(1);
      to.u32(encoders.length);
      for (const encoder of encoders) writeEncoder(to, encoder);
      for (const values of [centers, scales, points.cells, points.weight, y]) to.f64s(values);
      to.u32(outputs);
      to.u32(k);
    },
  };
}

export function readNeighbours(from: BinaryReader): Fitted {
  from.u8();
  const encoders = Array.from({ length: from.u32() }, () => readEncoder(from));
  const [centers, scales, cells, weight, y] = [from.f64s(), from.f64s(), from.f64s(), from.f64s(), from.f64s()];
  const points = { width: scales.length, cells, weight };
  return neighboursModel({ encoders, centers, scales, points, y, outputs: from.u32(), k: from.u32() });
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
  async fit(data, { k, mostRows }, run) {
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
    const outputs = data.task === 'multiclass' ? (data.classes ?? 0) : 1;
    return neighboursModel({ encoders, centers, scales, points, y: kept.y.slice(), outputs, k });
  },
};
