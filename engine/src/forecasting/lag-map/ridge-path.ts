import type { BinaryReader, BinaryWriter } from '../../core/binary-format.ts';
import { backSolve, factorise } from '../../core/linear-algebra.ts';

/** Sums of products of a regression with several outputs: enough to solve it for any ridge. */
export interface Moments {
  readonly inputs: number;
  readonly outputs: number;
  /** inputs x inputs, lower triangle filled. */
  readonly gram: Float64Array;
  /** inputs x outputs. */
  readonly cross: Float64Array;
  rows: number;
}

export const emptyMoments = (inputs: number, outputs: number): Moments => ({
  inputs,
  outputs,
  gram: new Float64Array(inputs * inputs),
  cross: new Float64Array(inputs * outputs),
  rows: 0,
});

/** Adds `rows` rows of inputs and outputs, both row-major. Four rows at a time keep the sums in registers. */
export function addRows(moments: Moments, x: Float64Array, y: Float64Array, rows: number): void {
  const { inputs, outputs, gram, cross } = moments;
  let r = 0;
  for (; r + 4 <= rows; r += 4) {
    const [a, b, c, d] = [r * inputs, (r + 1) * inputs, (r + 2) * inputs, (r + 3) * inputs];
    const [e, f, g, h] = [r * outputs, (r + 1) * outputs, (r + 2) * outputs, (r + 3) * outputs];
    for (let i = 0; i < inputs; i++) {
      const [xa, xb, xc, xd] = [x[a + i] as number, x[b + i] as number, x[c + i] as number, x[d + i] as number];
      const row = i * inputs;
      for (let j = 0; j <= i; j++) {
        const sum =
          xa * (x[a + j] as number) + xb * (x[b + j] as number) + xc * (x[c + j] as number) + xd * (x[d + j] as number);
        gram[row + j] = (gram[row + j] as number) + sum;
      }
      const out = i * outputs;
      for (let k = 0; k < outputs; k++) {
        const sum =
          xa * (y[e + k] as number) + xb * (y[f + k] as number) + xc * (y[g + k] as number) + xd * (y[h + k] as number);
        cross[out + k] = (cross[out + k] as number) + sum;
      }
    }
  }
  for (; r < rows; r++) addOne(moments, x, y, r);
  moments.rows += rows;
}

function addOne({ inputs, outputs, gram, cross }: Moments, x: Float64Array, y: Float64Array, r: number): void {
  for (let i = 0; i < inputs; i++) {
    const value = x[r * inputs + i] as number;
    for (let j = 0; j <= i; j++) {
      gram[i * inputs + j] = (gram[i * inputs + j] as number) + value * (x[r * inputs + j] as number);
    }
    for (let k = 0; k < outputs; k++) {
      cross[i * outputs + k] = (cross[i * outputs + k] as number) + value * (y[r * outputs + k] as number);
    }
  }
}

/** Coefficients (inputs x outputs) for a ridge relative to the mean variance of the inputs; Cholesky. */
export function solveRidge({ inputs, outputs, gram, cross }: Moments, ridge: number): Float64Array {
  const a = gram.slice();
  let trace = 0;
  for (let i = 0; i < inputs; i++) trace += (a[i * inputs + i] as number) / inputs;
  const penalty = ridge * (trace > 0 ? trace : 1);
  for (let i = 0; i < inputs; i++) a[i * inputs + i] = (a[i * inputs + i] as number) + penalty;
  factorise(a, inputs);
  const out = cross.slice();
  const column = new Float64Array(inputs);
  for (let k = 0; k < outputs; k++) {
    for (let i = 0; i < inputs; i++) column[i] = out[i * outputs + k] as number;
    backSolve(a, column, inputs);
    for (let i = 0; i < inputs; i++) out[i * outputs + k] = column[i] as number;
  }
  return out;
}

export function writeMoments(to: BinaryWriter, { gram, cross, rows }: Moments): void {
  to.f64s(gram);
  to.f64s(cross);
  to.f64(rows);
}

export const readMoments = (from: BinaryReader, inputs: number, outputs: number): Moments => ({
  inputs,
  outputs,
  gram: from.f64s(),
  cross: from.f64s(),
  rows: from.f64(),
});
