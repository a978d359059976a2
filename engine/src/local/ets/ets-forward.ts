/** Smoothing weights of level, slope and season, damping, and the states before the first observation. */
export interface EtsWeights {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly phi: number;
  readonly level: number;
  readonly slope: number;
}

/** Everything one pass forward leaves for the pass back, kept between evaluations so that none of them allocates. */
export interface EtsTape {
  readonly y: Float64Array;
  /** 1 where there is no season: one state that stays at zero. */
  readonly period: number;
  /** Level plus damped slope before each observation. */
  readonly q: Float64Array;
  /** Season state before each observation. */
  readonly s: Float64Array;
  /** Error of each observation: absolute for an additive season, relative for a multiplicative one. */
  readonly r: Float64Array;
  /** Slope before each observation. */
  readonly b: Float64Array;
  readonly season: Float64Array;
  readonly pull: Float64Array;
  weight: number;
}

export function etsTape(y: Float64Array, period: number): EtsTape {
  const n = y.length;
  return {
    y,
    period,
    q: new Float64Array(n),
    s: new Float64Array(n),
    r: new Float64Array(n),
    b: new Float64Array(n),
    season: new Float64Array(period),
    pull: new Float64Array(period),
    weight: 0,
  };
}

/** Products of fitted values are turned into logarithms before they leave this range. */
const TINY = 1e-140;
const HUGE = 1e140;

/** Season added to the line, or none; `relative` errors are those of a multiplicative likelihood. */
export function forwardAdditive(tape: EtsTape, relative: boolean, weights: EtsWeights): number {
  const { y, q, r, b, season, period } = tape;
  const { alpha, beta, gamma, phi } = weights;
  const n = y.length;
  let l = weights.level;
  let growth = weights.slope;
  let squares = 0;
  let product = 1;
  let logs = 0;
  let slot = 0;
  for (let t = 0; t < n; t += 1) {
    const pushed = phi * growth;
    const line = l + pushed;
    const state = season[slot] as number;
    const fit = line + state;
    const miss = (y[t] as number) - fit;
    q[t] = line;
    r[t] = miss;
    b[t] = growth;
    l = line + alpha * miss;
    growth = pushed + beta * miss;
    season[slot] = state + gamma * miss;
    slot += 1;
    if (slot === period) slot = 0;
    if (relative) {
      if (!(fit > 0)) return Number.POSITIVE_INFINITY;
      const share = miss / fit;
      squares += share * share;
      product *= fit;
      if (product < TINY || product > HUGE) {
        logs += Math.log(product);
        product = 1;
      }
    } else {
      squares += miss * miss;
    }
  }
  tape.weight = (2 * n) / squares;
  return n * Math.log(squares) + (relative ? 2 * (logs + Math.log(product)) : 0);
}

/** Season multiplied with the line; errors are relative. */
export function forwardMultiplicative(tape: EtsTape, weights: EtsWeights): number {
  const { y, q, s, r, b, season, period } = tape;
  const { alpha, beta, gamma, phi } = weights;
  const n = y.length;
  let l = weights.level;
  let growth = weights.slope;
  let squares = 0;
  let product = 1;
  let logs = 0;
  let slot = 0;
  for (let t = 0; t < n; t += 1) {
    const pushed = phi * growth;
    const line = l + pushed;
    const state = season[slot] as number;
    const fit = line * state;
    if (!(line > 0 && state > 0)) return Number.POSITIVE_INFINITY;
    const share = (y[t] as number) / fit - 1;
    q[t] = line;
    s[t] = state;
    r[t] = share;
    b[t] = growth;
    const moved = line * share;
    l = line + alpha * moved;
    growth = pushed + beta * moved;
    season[slot] = state + gamma * state * share;
    slot += 1;
    if (slot === period) slot = 0;
    squares += share * share;
    product *= fit;
    if (product < TINY || product > HUGE) {
      logs += Math.log(product);
      product = 1;
    }
  }
  tape.weight = (2 * n) / squares;
  return n * Math.log(squares) + 2 * (logs + Math.log(product));
}

/**
 * Reverse accumulation of `forwardAdditive`: derivatives of the likelihood by each weight and first state; those by the
 * season states stay in `tape.pull`.
 */
export function backAdditive(tape: EtsTape, relative: boolean, { alpha, beta, gamma, phi }: EtsWeights): EtsWeights {
  const { y, r, b, pull, period, weight } = tape;
  pull.fill(0);
  let levelPull = 0;
  let slopePull = 0;
  let ga = 0;
  let gb = 0;
  let gg = 0;
  let gp = 0;
  let slot = (y.length - 1) % period;
  for (let t = y.length - 1; t >= 0; t -= 1) {
    const miss = r[t] as number;
    const growth = b[t] as number;
    const seasonPull = pull[slot] as number;
    ga += levelPull * miss;
    gb += slopePull * miss;
    gg += seasonPull * miss;
    let fitPull = -(alpha * levelPull + beta * slopePull + gamma * seasonPull);
    if (relative) {
      const raw = y[t] as number;
      const inverse = 1 / (raw - miss);
      fitPull += inverse * (2 - weight * miss * inverse * raw * inverse);
    } else {
      fitPull -= weight * miss;
    }
    const linePull = levelPull + fitPull;
    pull[slot] = seasonPull + fitPull;
    slot = slot === 0 ? period - 1 : slot - 1;
    gp += (slopePull + linePull) * growth;
    slopePull = phi * (slopePull + linePull);
    levelPull = linePull;
  }
  return { alpha: ga, beta: gb, gamma: gg, phi: gp, level: levelPull, slope: slopePull };
}

/** Reverse accumulation of `forwardMultiplicative`. */
export function backMultiplicative(tape: EtsTape, { alpha, beta, gamma, phi }: EtsWeights): EtsWeights {
  const { y, q, s, r, b, pull, period, weight } = tape;
  pull.fill(0);
  let levelPull = 0;
  let slopePull = 0;
  let ga = 0;
  let gb = 0;
  let gg = 0;
  let gp = 0;
  let slot = (y.length - 1) % period;
  for (let t = y.length - 1; t >= 0; t -= 1) {
    const line = q[t] as number;
    const state = s[t] as number;
    const share = r[t] as number;
    const growth = b[t] as number;
    const seasonPull = pull[slot] as number;
    const moved = line * share;
    ga += levelPull * moved;
    gb += slopePull * moved;
    gg += seasonPull * state * share;
    const movedPull = alpha * levelPull + beta * slopePull;
    const sharePull = movedPull * line + gamma * seasonPull * state + weight * share;
    // share = y / fit - 1, so d share / d fit = -(1 + share) / fit; the likelihood adds 2 / fit.
    const scaled = 2 - sharePull * (1 + share);
    const linePull = levelPull + movedPull * share + scaled / line;
    pull[slot] = seasonPull * (1 + gamma * share) + scaled / state;
    slot = slot === 0 ? period - 1 : slot - 1;
    gp += (slopePull + linePull) * growth;
    slopePull = phi * (slopePull + linePull);
    levelPull = linePull;
  }
  return { alpha: ga, beta: gb, gamma: gg, phi: gp, level: levelPull, slope: slopePull };
}
