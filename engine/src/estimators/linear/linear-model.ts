import type { BinaryReader, BinaryWriter } from '../../core/binary-format.ts';
import { column, type Frame } from '../../frame/frame.ts';
import { checkFeatures } from '../check-training.ts';
import { type ColumnEncoder, encode, labelsOf, readEncoder, writeEncoder } from '../encoding/column-encoder.ts';
import { addTo } from '../encoding/design.ts';
import type { Fitted } from '../estimator.ts';
import type { Family } from './family.ts';

/** What was learned, on the scale of the data as it came. */
export interface LinearState {
  readonly encoders: readonly ColumnEncoder[];
  readonly link: Family['link'] | 'softmax';
  /** One per output. */
  readonly intercepts: Float64Array;
  /** Outputs x design columns. */
  readonly coefficients: Float64Array;
  /** Mean of each design column in training: what a contribution is measured against. */
  readonly means: Float64Array;
}

/** The share of each original column in each prediction, before the link; with `base` they add up to it exactly. */
export interface Contributions {
  readonly columns: readonly string[];
  readonly base: Float64Array;
  /** Rows x outputs x columns. */
  readonly values: Float64Array;
}

export interface LinearModel extends Fitted {
  readonly state: LinearState;
  /** Coefficients by what they multiply ("price", "store = Oslo"), output by output. */
  coefficients(): { readonly label: string; readonly values: readonly number[] }[];
  contributions(x: Frame): Contributions;
}

const LINKS = ['identity', 'logit', 'log', 'softmax'] as const;

function respond(link: LinearState['link'], predictors: readonly Float64Array[], rows: number): Float64Array {
  const [first] = predictors as [Float64Array];
  if (link === 'identity') return first;
  if (link === 'logit') return first.map((eta) => 1 / (1 + Math.exp(-eta)));
  if (link === 'log') return first.map((eta) => Math.exp(Math.min(eta, 700)));
  const classes = predictors.length;
  const shares = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row += 1) {
    const most = predictors.reduce((max, eta) => Math.max(max, eta[row] as number), Number.NEGATIVE_INFINITY);
    const powers = predictors.map((eta) => Math.exp((eta[row] as number) - most));
    const sum = powers.reduce((total, power) => total + power, 0);
    powers.forEach((power, k) => {
      shares[row * classes + k] = power / sum;
    });
  }
  return shares;
}

export function linearModel(state: LinearState): LinearModel {
  const outputs = state.intercepts.length;
  const width = state.coefficients.length / outputs;

  /** Calls back with one original column at a time: its place and what it adds to an output, given a buffer. */
  const eachPart = (x: Frame, add: (at: number, output: number, fill: (into: Float64Array) => number) => void) => {
    checkFeatures(x);
    let offset = 0;
    state.encoders.forEach((encoder, at) => {
      const parts = encode(encoder, column(x, encoder.column));
      const from = offset;
      for (let output = 0; output < outputs; output += 1) {
        add(at, output, (into) => {
          let middle = 0;
          parts.forEach((part, j) => {
            const value = state.coefficients[output * width + from + j] as number;
            middle += value * (state.means[from + j] as number);
            if (value !== 0) addTo(into, part, value);
          });
          return middle;
        });
      }
      offset += parts.length;
    });
  };

  return {
    state,
    predict(x) {
      const predictors = Array.from(state.intercepts, (intercept) => new Float64Array(x.rows).fill(intercept));
      eachPart(x, (_, output, fill) => fill(predictors[output] as Float64Array));
      return respond(state.link, predictors, x.rows);
    },
    contributions(x) {
      const columns = state.encoders.map((encoder) => encoder.column);
      const base = state.intercepts.slice();
      const values = new Float64Array(x.rows * outputs * columns.length);
      eachPart(x, (at, output, fill) => {
        const part = new Float64Array(x.rows);
        const middle = fill(part);
        base[output] = (base[output] as number) + middle;
        part.forEach((value, row) => {
          values[(row * outputs + output) * columns.length + at] = value - middle;
        });
      });
      return { columns, base, values };
    },
    coefficients: () =>
      state.encoders.flatMap(labelsOf).map((label, j) => ({
        label,
        values: Array.from({ length: outputs }, (_, output) => state.coefficients[output * width + j] as number),
      })),
    write: (to) => writeLinear(to, state),
  };
}

function writeLinear(to: BinaryWriter, state: LinearState): void {
  to.u8(1);
  to.u8(LINKS.indexOf(state.link));
  to.u32(state.encoders.length);
  for (const encoder of state.encoders) writeEncoder(to, encoder);
  to.f64s(state.intercepts);
  to.f64s(state.coefficients);
  to.f64s(state.means);
}

export function readLinear(from: BinaryReader): LinearModel {
  from.u8();
  const link = LINKS[from.u8()] as LinearState['link'];
  const encoders = Array.from({ length: from.u32() }, () => readEncoder(from));
  return linearModel({ link, encoders, intercepts: from.f64s(), coefficients: from.f64s(), means: from.f64s() });
}
