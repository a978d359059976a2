import { lineSearch } from '../optimise/line-search.ts';
import { type Lines, linesOf } from './theta-lines.ts';

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
/** Errors count from the third row on: before that there is no line. */
const FIRST_ROW = 2;

/**
 * Least squares for the Theta family (Fiorucci et al., Models for optimising the theta method, 2016). For a given alpha
 * the errors are linear in the initial level and in omega, so both follow in closed form and only alpha is searched.
 */
export function fitTheta(y: Float64Array, dynamic: boolean, optimised: boolean): ThetaParameters {
  const lines = linesOf(y, dynamic);
  const { x } = lineSearch((alpha) => solve(y, lines, alpha, optimised).squares, ALPHA_LOW, ALPHA_HIGH);
  const { level, omega } = solve(y, lines, x, optimised);
  return { alpha: x, level, omega };
}

interface Solution {
  readonly level: number;
  readonly omega: number;
  readonly squares: number;
}

function solve(y: Float64Array, lines: Lines, alpha: number, optimised: boolean): Solution {
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
  let omega = HALF;
  if (optimised) {
    const spread = gg - (dg * dg) / dd;
    omega = spread > 1e-12 * gg ? (gv - (dg * dv) / dd) / spread : 0;
    omega = Math.min(OMEGA_HIGH, Math.max(0, omega));
  }
  const level = (dv - omega * dg) / dd;
  const squares = vv + level * level * dd + omega * omega * gg - 2 * (level * dv + omega * gv - level * omega * dg);
  return { level, omega, squares };
}
