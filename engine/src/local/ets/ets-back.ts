import type { EtsTape } from './ets-forward.ts';

/** Derivatives of the likelihood by each parameter; those by the season states stay in `tape.pull`. */
export interface EtsBack {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly phi: number;
  readonly level: number;
  readonly slope: number;
}

/** Reverse accumulation of `forwardAdditive`. */
export function backAdditive(
  tape: EtsTape,
  relative: boolean,
  alpha: number,
  beta: number,
  gamma: number,
  phi: number,
): EtsBack {
  const y = tape.y;
  const r = tape.r;
  const b = tape.b;
  const pull = tape.pull;
  const period = tape.period;
  const weight = tape.weight;
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
export function backMultiplicative(tape: EtsTape, alpha: number, beta: number, gamma: number, phi: number): EtsBack {
  const y = tape.y;
  const q = tape.q;
  const s = tape.s;
  const r = tape.r;
  const b = tape.b;
  const pull = tape.pull;
  const period = tape.period;
  const weight = tape.weight;
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
