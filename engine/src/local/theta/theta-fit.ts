import { rangeOf } from '../history.ts';
import { lineSearch } from '../optimise/line-search.ts';

/** `omega` is 1 - 1/theta: the weight of the trend line. */
export interface ThetaParameters {
  readonly alpha: number;
  readonly level: number;
  readonly omega: number;
}

const ALPHA_LOW = 0.1;
const ALPHA_HIGH = 0.99;
/** Weight of the line when theta is 2, as in the M3 competition. */
const HALF = 0.5;
const OMEGA_HIGH = 1 - 1e-10;
/** Rows that the belief in theta 2 is worth: short series stay close to it. */
const TRUST = 10;
/**
 * Errors count from the fourth row on, as in the reference programs: before that the line has no spread to learn from.
 */
const FIRST_ROW = 3;

/**
 * Least squares for the Theta family (the paper named at `optimisedTheta`). For a given alpha
 * the errors are linear in the initial level and in omega, so both follow in closed form and only alpha is searched.
 */
export function fitTheta(y: Float64Array, dynamic: boolean, optimised: boolean): ThetaParameters {
  const lines = linesOf(y, dynamic);
  const bounds = levelBounds(y);
  const { x } = lineSearch((alpha) => solve(y, lines, alpha, optimised, bounds).squares, ALPHA_LOW, ALPHA_HIGH);
  const { level, omega } = solve(y, lines, x, optimised, bounds);
  return { alpha: x, level, omega };
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * The initial level stays within one range of the data. Quick smoothing forgets it within a few rows, and least squares
 * would otherwise spend it on fitting one early row exactly.
 */
function levelBounds(y: Float64Array): Bounds {
  const { low, high } = rangeOf(y);
  return { low: low - (high - low), high: high + (high - low) };
}

interface Solution {
  readonly level: number;
  readonly omega: number;
  readonly squares: number;
}

function solve(y: Float64Array, lines: Lines, alpha: number, optimised: boolean, bounds: Bounds): Solution {
  const { intercept, slope } = lines;
  const keep = 1 - alpha;
  let smooth = 0;
  let memory = 1;
  let dd = 0;
  let dg = 0;
  let gg = 0;
  let dv = 0;
  let gv = 0;
  let vv = 0;
  for (let t = 0; t < y.length; t += 1) {
    const value = y[t] as number;
    if (t >= FIRST_ROW) {
      const v = value - smooth;
      const g = memory * (intercept[t] as number) + ((1 - memory * keep) / alpha) * (slope[t] as number);
      dd += memory * memory;
      dg += memory * g;
      gg += g * g;
      dv += memory * v;
      gv += g * v;
      vv += v * v;
    }
    smooth += alpha * (value - smooth);
    memory *= keep;
  }
  const trust = (TRUST * gg) / y.length;
  const limited = (value: number): number => Math.min(OMEGA_HIGH, Math.max(0, value));
  let omega = HALF;
  if (optimised) omega = limited((gv + trust * HALF - (dg * dv) / dd) / (gg + trust - (dg * dg) / dd));
  const free = (dv - omega * dg) / dd;
  const level = Math.min(bounds.high, Math.max(bounds.low, free));
  if (optimised && level !== free) omega = limited((gv + trust * HALF - level * dg) / (gg + trust));
  const squares =
    vv +
    level * level * dd +
    omega * omega * gg -
    2 * (level * dv + omega * gv - level * omega * dg) +
    trust * (omega - HALF) ** 2;
  return { level, omega, squares };
}

/** Intercept and slope of the line through the first rows, known before each row. */
interface Lines {
  readonly intercept: Float64Array;
  readonly slope: Float64Array;
}

/** Moves the least-squares line through rows 1..t-1 on to row t (equations 12 to 14 of the same paper). */
export class GrowingLine {
  intercept = 0;
  slope = 0;
  #rows = 0;
  #mean = 0;

  add(value: number): void {
    const t = this.#rows + 1;
    const before = this.#mean;
    this.#mean = (this.#rows * before + value) / t;
    this.slope = t === 1 ? 0 : ((t - 2) * this.slope + (6 * (value - before)) / t) / (t + 1);
    this.intercept = this.#mean - (this.slope * (t + 1)) / 2;
    this.#rows = t;
  }
}

/** The line each row is allowed to see: only what came before it (`dynamic`), or the line of the whole history. */
export function linesOf(y: Float64Array, dynamic: boolean): Lines {
  const intercept = new Float64Array(y.length);
  const slope = new Float64Array(y.length);
  const line = new GrowingLine();
  for (let t = 0; t < y.length; t += 1) {
    intercept[t] = line.intercept;
    slope[t] = line.slope;
    line.add(y[t] as number);
  }
  if (!dynamic) {
    intercept.fill(line.intercept);
    slope.fill(line.slope);
  }
  return { intercept, slope };
}
