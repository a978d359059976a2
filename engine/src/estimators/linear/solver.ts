import type { Column, Frame } from '../../frame/frame.ts';
import { addTo, type DesignColumn } from '../encoding/design.ts';

/** Fits one output (or one per class) for a given penalty, starting from a previous solution. */
export interface Solver {
  /** Largest gradient of any coefficient when only intercepts are fitted: where the path begins. */
  largestGradient(): number;
  /** The solution without coefficients. */
  start(): Solution[];
  /** A better solution; `from` stays as it is. Ends early when `effort.stop` says so. */
  solve(penalty: Penalty, from: readonly Solution[], effort: Effort): Solution[];
}

/** How far to go: rough is enough to compare strengths, fine is for the model that stays. */
interface Effort {
  readonly precision: 'rough' | 'fine';
  readonly stop: () => boolean;
}

/** The gain, relative to the loss, below which another round is not worth it. */
export function leastGain({ precision }: Effort, loss: number): number {
  return (precision === 'rough' ? 1e-6 : 1e-11) * Math.max(Math.abs(loss), 1e-6);
}

/** A family together with the rows it learns from. */
export interface Learner {
  readonly outputs: number;
  /** A solver that does not look at the rows of one fold, or at all rows. */
  solverWithout(fold: number | undefined): Solver;
  /** Loss of one row given its linear predictors, output by output. */
  loss(row: number, predictors: readonly Float64Array[]): number;
}

/** A step need not be solved better than the progress it is a part of. */
export function innerTolerance(least: number, lastGain: number): number {
  return Math.max(0.1 * least, 1e-3 * lastGain);
}

export function copyOf(solution: Solution): Solution {
  return { intercept: solution.intercept, coefficients: solution.coefficients.slice() };
}

/** intercept + columns x coefficients, for every row. */
export function linearPredictor(columns: readonly DesignColumn[], solution: Solution, rows: number): Float64Array {
  const eta = new Float64Array(rows).fill(solution.intercept);
  columns.forEach((column, j) => {
    const value = solution.coefficients[j] as number;
    if (value !== 0) addTo(eta, column, value);
  });
  return eta;
}

/** Weights that sum to 1 and are 0 in the fold left out. */
export function weightsWithout(weight: Float64Array, foldOf: Uint8Array, fold: number | undefined): Float64Array {
  const kept = weight.map((value, row) => value * shareWithout(foldOf[row] as number, fold));
  const total = kept.reduce((sum, value) => sum + value, 0);
  return kept.map((value) => value / total);
}

/** Elastic net (Zou and Hastie 2005): strength x (mix |b| + (1 - mix) / 2 b^2), summed over coefficients. */
export interface Penalty {
  readonly strength: number;
  /** 1 is the lasso, 0 is ridge. */
  readonly mix: number;
}

/** Minimiser in one coordinate: soft threshold, then shrink. `pull` = gradient + curvature x current value. */
export function shrunk(pull: number, curvature: number, { strength, mix }: Penalty): number {
  const threshold = strength * mix;
  const size = Math.abs(pull) - threshold;
  if (size <= 0) return 0;
  return (Math.sign(pull) * size) / (curvature + strength * (1 - mix));
}

export function penaltyOf(coefficients: Float64Array, { strength, mix }: Penalty): number {
  let sum = 0;
  for (const value of coefficients) sum += mix * Math.abs(value) + ((1 - mix) / 2) * value * value;
  return strength * sum;
}

/**
 * Strengths from the one that silences every coefficient down to (nearly) none, evenly in the logarithm: each fit
 * starts from the previous one (Friedman, Hastie and Tibshirani 2010).
 */
export function strengthPath(largestGradient: number, mix: number, steps: number): number[] {
  const gradient = Math.max(largestGradient, 1e-10);
  const highest = gradient / Math.max(mix, 1e-3);
  const ratio = (1e-5 * gradient) / highest;
  return Array.from({ length: steps }, (_, step) => highest * ratio ** (step / (steps - 1)));
}

const bits = new DataView(new ArrayBuffer(8));

function mixNumber(hash: number, value: number): number {
  bits.setFloat64(0, Number.isNaN(value) ? -0.12345 : value);
  return Math.imul(Math.imul(hash ^ bits.getUint32(0), 0x85ebca6b) ^ bits.getUint32(4), 0xc2b2ae35) ^ (hash >>> 15);
}

function mixText(hash: number, value: string | null): number {
  if (value === null) return Math.imul(hash ^ 0x5bd1e995, 0x01000193);
  let mixed = hash;
  for (let at = 0; at < value.length; at += 1) mixed = Math.imul(mixed ^ value.charCodeAt(at), 0x01000193);
  return mixed;
}

function mixCell(hash: number, column: Column, row: number): number {
  if (column.kind === 'text') return mixText(hash, column.values[row] ?? null);
  if (column.kind === 'categorical') return mixText(hash, column.levels[column.codes[row] as number] ?? null);
  return mixNumber(hash, column.values[row] as number);
}

/** Folds 0 to FOLDS - 1 are left out in turn. */
export const FOLDS = 5;

/**
 * The mark after the last fold: rows that occur often enough to be shared out evenly: one fifth of their weight is in
 * every fold.
 */
export const SHARED = 5;

/** How much of a row's weight a fit without this fold still sees. */
export function shareWithout(foldOfRow: number, fold: number | undefined): number {
  if (fold === undefined) return 1;
  if (foldOfRow === SHARED) return 1 - 1 / FOLDS;
  return foldOfRow === fold ? 0 : 1;
}

/**
 * Shares rows out to folds by what they contain. Equal rows share one fate, so a row of weight 2 and the row twice
 * give the same model. Neither the order of rows nor that of columns matters. Rows found many times are in every
 * fold: leaving all copies out at once would ask about something never seen.
 */
export function foldsByContent(x: Frame, y: Float64Array, weight: Float64Array): Uint8Array {
  const columns = [...x.columns].sort((a, b) => (a.name < b.name ? -1 : 1));
  const mass = new Map<number, number>();
  const contents = Uint32Array.from(y, (target, row) => {
    let hash = mixNumber(0x9e3779b9, target);
    for (const column of columns) hash = mixCell(hash, column, row);
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
    return hash ^ (hash >>> 16);
  });
  contents.forEach((content, row) => {
    mass.set(content, (mass.get(content) ?? 0) + (weight[row] as number));
  });
  return Uint8Array.from(contents, (content) => ((mass.get(content) ?? 0) >= FOLDS ? SHARED : content % FOLDS));
}

/** Coefficients of standardised columns. Owned and changed in place by the solver that made them. */
export interface Solution {
  intercept: number;
  readonly coefficients: Float64Array;
}
