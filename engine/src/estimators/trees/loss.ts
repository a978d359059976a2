export type LossName =
  | 'squared'
  | 'absolute'
  | 'huber'
  | 'quantile'
  | 'poisson'
  | 'gamma'
  | 'tweedie'
  | 'logistic'
  | 'multinomial';

/** How a sum of tree values becomes an answer. */
export type Link = 'identity' | 'log' | 'logit' | 'softmax';

/** A loss as data, so that it can cross a thread border. `parameter`: Huber's bend, the quantile or Tweedie's power. */
export interface LossSpec {
  readonly name: LossName;
  readonly parameter: number;
}

/** What the gradients of one row range are computed from. One score per class lies in each row of `scores`. */
interface GradientRows {
  readonly scores: Float64Array;
  readonly targets: Float64Array;
  readonly weights: Float64Array | undefined;
  /** Receives pairs of gradient and hessian. */
  readonly out: Float32Array;
  readonly begin: number;
  readonly end: number;
  readonly output: number;
  readonly outputs: number;
}

export const linkOf = (name: LossName): Link => {
  if (name === 'logistic') return 'logit';
  if (name === 'multinomial') return 'softmax';
  return name === 'poisson' || name === 'gamma' || name === 'tweedie' ? 'log' : 'identity';
};

/** Losses whose best leaf value is a quantile of the residuals rather than a Newton step: the level of that quantile. */
export function leafQuantile({ name, parameter }: LossSpec): number | undefined {
  if (name === 'absolute') return 0.5;
  return name === 'quantile' ? parameter : undefined;
}

/** A cautious step for Poisson, whose hessian grows with the answer (as in LightGBM: exp(0.7)). */
const POISSON_CAUTION = Math.exp(0.7);
const LEAST_HESSIAN = 1e-16;

type Slope = (score: number, target: number, parameter: number, pair: Float64Array) => void;

/** Gradient and hessian of the scalar losses by the score of one row. */
const slopes: Readonly<Record<Exclude<LossName, 'multinomial'>, Slope>> = {
  squared: (s, y, _, pair) => put(pair, s - y, 1),
  absolute: (s, y, _, pair) => put(pair, Math.sign(s - y), 1),
  huber: (s, y, bend, pair) => put(pair, Math.max(-bend, Math.min(bend, s - y)), 1),
  quantile: (s, y, level, pair) => put(pair, s >= y ? 1 - level : -level, 1),
  poisson(s, y, _, pair) {
    const mean = Math.exp(s);
    put(pair, mean - y, mean * POISSON_CAUTION);
  },
  gamma(s, y, _, pair) {
    const ratio = y * Math.exp(-s);
    put(pair, 1 - ratio, ratio);
  },
  tweedie(s, y, power, pair) {
    const a = y * Math.exp((1 - power) * s);
    const b = Math.exp((2 - power) * s);
    put(pair, b - a, (2 - power) * b - (1 - power) * a);
  },
  logistic(s, y, _, pair) {
    const p = 1 / (1 + Math.exp(-s));
    put(pair, p - y, p * (1 - p));
  },
};

function put(pair: Float64Array, gradient: number, hessian: number): void {
  pair[0] = gradient;
  pair[1] = hessian;
}

function multinomialRow({ scores, output, outputs }: GradientRows, row: number, target: number, pair: Float64Array) {
  const at = row * outputs;
  let top = scores[at] as number;
  for (let k = 1; k < outputs; k += 1) top = Math.max(top, scores[at + k] as number);
  let sum = 0;
  for (let k = 0; k < outputs; k += 1) sum += Math.exp((scores[at + k] as number) - top);
  const p = Math.exp((scores[at + output] as number) - top) / sum;
  put(pair, p - (target === output ? 1 : 0), (outputs / (outputs - 1)) * p * (1 - p));
}

/** Fills `out` for rows [begin, end). */
export function gradients(loss: LossSpec, rows: GradientRows): void {
  const { scores, targets, weights, out, begin, end } = rows;
  const pair = new Float64Array(2);
  const slope = loss.name === 'multinomial' ? undefined : slopes[loss.name];
  for (let row = begin; row < end; row += 1) {
    const target = targets[row] as number;
    if (slope === undefined) multinomialRow(rows, row, target, pair);
    else slope(scores[row] as number, target, loss.parameter, pair);
    const weight = weights === undefined ? 1 : (weights[row] as number);
    out[2 * row] = (pair[0] as number) * weight;
    out[2 * row + 1] = Math.max(pair[1] as number, LEAST_HESSIAN) * weight;
  }
}

/** The value that a share `level` of the weight lies at or below: lower weighted quantile. */
export function weightedQuantile(values: Float64Array, weights: Float64Array | undefined, level: number): number {
  const order = Uint32Array.from(values, (_, i) => i);
  if (weights === undefined) {
    const sorted = values.slice().sort();
    return quantileOfSorted(sorted, level);
  }
  order.sort((a, b) => (values[a] as number) - (values[b] as number));
  let total = 0;
  for (const weight of weights) total += weight;
  let sum = 0;
  let last = Number.NaN;
  for (const at of order) {
    const weight = weights[at] as number;
    if (weight === 0) continue;
    last = values[at] as number;
    sum += weight;
    if (sum >= level * total * (1 - 1e-12)) return last;
  }
  return last;
}

function quantileOfSorted(sorted: Float64Array, level: number): number {
  const at = Math.ceil(level * sorted.length * (1 - 1e-12)) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, at))] as number;
}

export function weightedMean(values: Float64Array, weights: Float64Array | undefined): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i += 1) {
    const weight = weights === undefined ? 1 : (weights[i] as number);
    sum += weight * (values[i] as number);
    total += weight;
  }
  return sum / total;
}

/** Rarest chance a class starts with, so that its logarithm is finite. */
const LEAST_CHANCE = 1e-9;

/** The constant scores that fit the targets best, one per output: boosting starts from them. */
export function startingScores(
  loss: LossSpec,
  y: Float64Array,
  weights: Float64Array | undefined,
  outputs: number,
): number[] {
  if (loss.name === 'multinomial') {
    return Array.from({ length: outputs }, (_, k) => {
      const share = weightedMean(
        y.map((value) => (value === k ? 1 : 0)),
        weights,
      );
      return Math.log(Math.max(share, LEAST_CHANCE));
    });
  }
  if (loss.name === 'absolute' || loss.name === 'huber') return [weightedQuantile(y, weights, 0.5)];
  if (loss.name === 'quantile') return [weightedQuantile(y, weights, loss.parameter)];
  const mean = weightedMean(y, weights);
  if (loss.name === 'squared') return [mean];
  if (loss.name === 'logistic') {
    const p = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, mean));
    return [Math.log(p / (1 - p))];
  }
  return [Math.log(Math.max(mean, LEAST_CHANCE))];
}
