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
