import type { LossSpec } from './loss.ts';

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
