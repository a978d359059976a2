import { bfgs } from '../optimise/bfgs.ts';
import { type EtsForm, type EtsParameters, etsParameterCount } from './ets-form.ts';
import { EtsLikelihood } from './ets-likelihood.ts';
import { etsStart } from './ets-start.ts';

export interface EtsFit {
  readonly form: EtsForm;
  readonly parameters: EtsParameters;
  /** Minus twice the log likelihood, up to a constant that all forms share. */
  readonly deviance: number;
  readonly aicc: number;
}

const LIMITS = { iterations: 150, tolerance: 1e-4 };
/** Candidate weights for the level: likelihoods can have two basins, slow and quick. */
const ALPHAS = [0.02, 0.1, 0.4, 0.8];

/**
 * Fits one form by maximum likelihood, initial states included. `warm` are the parameters of a relative fitted before
 * (same trend and season, other error): the search then starts where that one ended.
 */
export function fitEts(y: Float64Array, form: EtsForm, period: number, warm?: EtsParameters): EtsFit {
  const count = etsParameterCount(form, period);
  const likelihood = new EtsLikelihood(y, form, period);
  const gradient = new Float64Array(likelihood.size);
  const begin = etsStart(y, period, form.season, form.trend === 'A');
  let start = likelihood.start(begin, 0.2, 0.02, 0.05, 0.97);
  let lowest = Number.POSITIVE_INFINITY;
  const consider = (x: Float64Array): void => {
    const value = likelihood.slope(x, gradient);
    if (value < lowest) {
      lowest = value;
      start = x;
    }
  };
  if (warm !== undefined) {
    consider(likelihood.start(warm, warm.alpha, warm.beta, warm.gamma, warm.phi));
  }
  if (!Number.isFinite(lowest)) {
    for (const alpha of ALPHAS) consider(likelihood.start(begin, alpha, 0.1 * alpha, 0.05 * (1 - alpha), 0.97));
  }
  const { x, value } = bfgs(likelihood.slope, start, LIMITS);
  const spare = y.length - count - 1;
  const aicc = spare > 0 ? value + 2 * count + (2 * count * (count + 1)) / spare : Number.POSITIVE_INFINITY;
  return { form, parameters: likelihood.parameters(x), deviance: value, aicc };
}
