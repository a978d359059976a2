import { binaryLoss } from '../../metrics/classification.ts';
import { unitDeviance } from '../../metrics/deviances.ts';

/**
 * Where the linear predictor meets the target: link, working weights and loss (McCullagh and Nelder 1989, chapter 2).
 */
export interface Family {
  readonly name: string;
  readonly link: 'identity' | 'logit' | 'log';
  /** From linear predictor to mean. */
  mean(eta: number): number;
  /** From mean to linear predictor. */
  predictor(mean: number): number;
  /** Weight of a row in the least-squares step around its current mean. */
  curvature(mean: number): number;
  /** d eta / d mean, which turns an error of the mean into one of the linear predictor. */
  slope(mean: number): number;
  /** Half of the deviance of one row: what the penalty is weighed against. */
  loss(actual: number, mean: number): number;
}

/** exp(30) is 1e13: far beyond any target, and still safe to square. */
const clampEta = (eta: number) => Math.min(Math.max(eta, -30), 30);

export const gaussian: Family = {
  name: 'gaussian',
  link: 'identity',
  mean: (eta) => eta,
  predictor: (mean) => mean,
  curvature: () => 1,
  slope: () => 1,
  loss: (actual, mean) => 0.5 * (actual - mean) ** 2,
};

export const binomial: Family = {
  name: 'binomial',
  link: 'logit',
  mean: (eta) => 1 / (1 + Math.exp(-clampEta(eta))),
  predictor(mean) {
    // Rows of one class only have no finite answer; this one is sure enough.
    const inside = Math.min(Math.max(mean, 1e-6), 1 - 1e-6);
    return Math.log(inside / (1 - inside));
  },
  curvature: (mean) => Math.max(mean * (1 - mean), 1e-9),
  slope: (mean) => 1 / Math.max(mean * (1 - mean), 1e-9),
  loss: binaryLoss,
};

/** Log link and variance mean^power: Poisson for 1, Gamma for 2, Tweedie between. */
export function logLink(name: string, power: number): Family {
  const deviance = unitDeviance(power);
  return {
    name,
    link: 'log',
    mean: (eta) => Math.exp(clampEta(eta)),
    predictor: (mean) => Math.log(Math.max(mean, 1e-9)),
    curvature: (mean) => mean ** (2 - power),
    slope: (mean) => 1 / mean,
    loss: (actual, mean) => 0.5 * deviance(actual, mean),
  };
}
