import type { EtsForm, EtsParameters, EtsStart } from './ets-form.ts';
import {
  backAdditive,
  backMultiplicative,
  type EtsTape,
  etsTape,
  forwardAdditive,
  forwardMultiplicative,
} from './ets-forward.ts';

/** The usual region: each weight between these ends, beta below alpha, gamma below 1 - alpha. */
const LOW = 1e-4;
const HIGH = 0.9999;
const PHI_LOW = 0.8;
const PHI_HIGH = 0.98;

/**
 * Minus twice the log likelihood (up to a constant) of one member of the family, with its exact gradient by reverse
 * accumulation: one pass forward, one back, whatever the number of initial states. Point forecasts do not depend on the
 * kind of error, so one recursion serves additive and multiplicative errors; only the likelihood differs.
 *
 * Free variables: alpha, [beta, [phi]], [gamma] on a logistic scale, then level, [slope], [season states].
 */
export class EtsLikelihood {
  readonly size: number;
  readonly #tape: EtsTape;
  readonly #form: EtsForm;
  readonly #period: number;
  readonly #trend: boolean;
  readonly #firstState: number;

  constructor(y: Float64Array, form: EtsForm, period: number) {
    this.#form = form;
    this.#trend = form.trend === 'A';
    this.#period = form.season === 'N' ? 1 : period;
    this.#tape = etsTape(y, this.#period);
    this.#firstState = 1 + (this.#trend ? 1 : 0) + (form.damped ? 1 : 0) + (form.season === 'N' ? 0 : 1);
    this.size = this.#firstState + 1 + (this.#trend ? 1 : 0) + (form.season === 'N' ? 0 : this.#period);
  }

  start(from: EtsStart, alpha: number, beta: number, gamma: number, phi: number): Float64Array {
    const x = new Float64Array(this.size);
    let at = 0;
    x[at++] = logit((alpha - LOW) / (HIGH - LOW));
    if (this.#trend) x[at++] = logit((beta - LOW) / (alpha - LOW));
    if (this.#form.damped) x[at++] = logit((phi - PHI_LOW) / (PHI_HIGH - PHI_LOW));
    if (this.#form.season !== 'N') x[at++] = logit((gamma - LOW) / (1 - alpha - LOW));
    x[at++] = from.level;
    if (this.#trend) x[at++] = from.slope;
    if (this.#form.season !== 'N') x.set(from.season, at);
    return x;
  }

  parameters(x: Float64Array): EtsParameters {
    const { alpha, beta, gamma, phi, level, slope, firstSeason } = this.#unpack(x);
    return { alpha, beta, gamma, phi, level, slope, season: x.slice(firstSeason) };
  }

  /** Weights and first states, with the logistic values `sa`, `sb`, `sp`, `sg` that the weights are made of. */
  #unpack(x: Float64Array) {
    let at = 0;
    const sa = sigmoid(x[at++] as number);
    const alpha = LOW + (HIGH - LOW) * sa;
    const sb = this.#trend ? sigmoid(x[at++] as number) : 0;
    const beta = this.#trend ? LOW + (alpha - LOW) * sb : 0;
    const sp = this.#form.damped ? sigmoid(x[at++] as number) : 0;
    const phi = this.#form.damped ? PHI_LOW + (PHI_HIGH - PHI_LOW) * sp : 1;
    const sg = this.#form.season === 'N' ? 0 : sigmoid(x[at++] as number);
    const gamma = this.#form.season === 'N' ? 0 : LOW + (1 - alpha - LOW) * sg;
    const level = x[at++] as number;
    const slope = this.#trend ? (x[at++] as number) : 0;
    return { alpha, beta, gamma, phi, level, slope, sa, sb, sp, sg, firstSeason: at };
  }

  /** The function to minimise, as `bfgs` wants it. */
  slope = (x: Float64Array, gradient: Float64Array): number => {
    const trend = this.#trend;
    const { damped } = this.#form;
    const seasonal = this.#form.season !== 'N';
    const multiplicative = this.#form.season === 'M';
    const relative = this.#form.error === 'M';
    const tape = this.#tape;
    const weights = this.#unpack(x);
    const { alpha, sa, sb, sp, sg, firstSeason } = weights;
    if (seasonal) for (let i = 0; i < this.#period; i += 1) tape.season[i] = x[firstSeason + i] as number;
    else tape.season[0] = 0;
    const value = multiplicative ? forwardMultiplicative(tape, weights) : forwardAdditive(tape, relative, weights);
    if (!Number.isFinite(value)) return Number.POSITIVE_INFINITY;
    const back = multiplicative ? backMultiplicative(tape, weights) : backAdditive(tape, relative, weights);
    let at = 0;
    gradient[at++] = (HIGH - LOW) * sa * (1 - sa) * (back.alpha + sb * back.beta - sg * back.gamma);
    if (trend) gradient[at++] = (alpha - LOW) * sb * (1 - sb) * back.beta;
    if (damped) gradient[at++] = (PHI_HIGH - PHI_LOW) * sp * (1 - sp) * back.phi;
    if (seasonal) gradient[at++] = (1 - alpha - LOW) * sg * (1 - sg) * back.gamma;
    gradient[at++] = back.level;
    if (trend) gradient[at++] = back.slope;
    if (seasonal) gradient.set(tape.pull, at);
    return value;
  };
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function logit(share: number): number {
  const inside = Math.min(0.999, Math.max(0.001, share));
  return Math.log(inside / (1 - inside));
}
