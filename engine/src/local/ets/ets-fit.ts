import { bfgs } from '../optimise/bfgs.ts';
import { admissibleForms, type EtsForm, type EtsParameters, etsParameterCount, etsStart } from './ets-form.ts';
import { EtsLikelihood } from './ets-likelihood.ts';

interface EtsFit {
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

const SEASONS = ['N', 'A', 'M'] as const;

/** Fits happen on a series divided by `scale`; what is kept is in the units of the series again. */
export function packEts({ form, parameters: p }: EtsFit, scale: number): Float64Array {
  const multiplicative = form.season === 'M';
  const head = [form.error === 'M' ? 1 : 0, form.trend === 'A' ? 1 : 0, form.damped ? 1 : 0];
  const states = [SEASONS.indexOf(form.season), p.alpha, p.beta, p.gamma, p.phi, p.level * scale, p.slope * scale];
  return Float64Array.from([...head, ...states, ...p.season.map((value) => (multiplicative ? value : value * scale))]);
}

export function unpackEts(learned: Float64Array): { form: EtsForm; parameters: EtsParameters } {
  const [error, trend, damped, season = 0, alpha = 0, beta = 0, gamma = 0, phi = 1, level = 0, slope = 0] = learned;
  return {
    form: {
      error: error === 1 ? 'M' : 'A',
      trend: trend === 1 ? 'A' : 'N',
      damped: damped === 1,
      season: SEASONS[season] ?? 'N',
    },
    parameters: { alpha, beta, gamma, phi, level, slope, season: learned.subarray(10) },
  };
}

/** Mean absolute value: brings every series to the scale the search was built for. */
export function scaleOf(y: Float64Array): number {
  let sum = 0;
  for (const value of y) sum += Math.abs(value);
  return sum > 0 ? sum / y.length : 1;
}

/** Longer seasons would add more states than most series can support. */
export const LONGEST_PERIOD = 24;
/** Steps ahead that count for a series without a season. */
const PLAIN_LEAD = 6;

export interface AutoEtsChoice {
  /** Also compare trends that go on for ever; damped ones forecast better on nearly all data. */
  readonly undampedTrend: boolean;
  /** `lead`: error over one season ahead with the penalty of AICc. `aicc`: the one-step likelihood alone. */
  readonly criterion: 'lead' | 'aicc';
}

/** Fits every admissible form by maximum likelihood and keeps the best by the chosen criterion. */
export function autoEts(y: Float64Array, period: number, choice: AutoEtsChoice): EtsFit {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of y) smallest = Math.min(smallest, value);
  const seasonal = period > 1 && period <= LONGEST_PERIOD && y.length > 2 * period;
  const lead = seasonal ? period : PLAIN_LEAD;
  const seen = new Map<string, EtsParameters>();
  let best: EtsFit | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const form of admissibleForms(smallest > 0, seasonal)) {
    if (form.trend === 'A' && !form.damped && !choice.undampedTrend) continue;
    if (y.length - etsParameterCount(form, period) < 2 && best !== undefined) continue;
    const kin = recursionOf(form);
    const fit = fitEts(y, form, period, seen.get(kin));
    seen.set(kin, fit.parameters);
    const score = choice.criterion === 'aicc' ? fit.aicc : leadScore(y, fit, lead);
    if (best === undefined || score < lowest) {
      best = fit;
      lowest = score;
    }
  }
  return best as EtsFit;
}

function leadScore(y: Float64Array, { form, parameters, aicc, deviance }: EtsFit, lead: number): number {
  return 2 * y.length * Math.log(leadError(y, form, parameters, lead)) + aicc - deviance;
}

/** Forms that differ in the error alone share their recursion, so the second starts where the first ended. */
function recursionOf(form: EtsForm): string {
  return `${form.trend}${form.damped}${form.season}`;
}

/** Origins start after the initial states have lost their influence. */
const WARM_SHARE = 0.25;

/**
 * Mean absolute error of forecasts 1 to `lead` steps ahead from every later row of the history, with the parameters held
 * fixed. One-step likelihoods reward forms that cannot be extrapolated; this does not (Xia and Tong 2011, "Feature
 * matching in time series modeling", Statistical Science 26, argue for such catch-all errors when no model is true).
 */
function leadError(y: Float64Array, form: EtsForm, p: EtsParameters, lead: number): number {
  const { alpha, beta, gamma, phi } = p;
  const multiplicative = form.season === 'M';
  const season = form.season === 'N' ? new Float64Array(1) : Float64Array.from(p.season);
  const period = season.length;
  const n = y.length;
  const first = Math.min(n - 1, Math.max(2 * lead, Math.floor(n * WARM_SHARE)));
  let level = p.level;
  let slope = p.slope;
  let sum = 0;
  let count = 0;
  for (let t = 0; t < n; t += 1) {
    if (t >= first) {
      const steps = Math.min(lead, n - t);
      let line = level;
      let push = slope;
      let slot = t % period;
      for (let h = 0; h < steps; h += 1) {
        push *= phi;
        line += push;
        const state = season[slot] as number;
        sum += Math.abs((y[t + h] as number) - (multiplicative ? line * state : line + state));
        slot = slot + 1 === period ? 0 : slot + 1;
      }
      count += steps;
    }
    const slot = t % period;
    const state = season[slot] as number;
    const line = level + phi * slope;
    const miss = (y[t] as number) - (multiplicative ? line * state : line + state);
    const moved = multiplicative ? miss / state : miss;
    level = line + alpha * moved;
    slope = phi * slope + beta * moved;
    season[slot] = state + gamma * (multiplicative ? miss / line : miss);
  }
  return sum / count;
}
