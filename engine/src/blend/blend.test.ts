import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import {
  applyBlend,
  type Blend,
  type BlendData,
  modelErrors,
  pruneBlend,
  restrictBlend,
  usedModels,
} from './blend-data.ts';
import { BLEND_RULES, forecastsInOrder, perSeriesBlend, scoreBlends } from './choose-blend.ts';
import { greedyBlend, nnlsBlend } from './simple-blends.ts';

/** Models that see the truth through noise of different size, over 12 series, 3 windows, 5 distances. */
function noisyModels(seed: number, noise: readonly number[], bias = 0): BlendData {
  const random = seededRandom(seed);
  const cells = 12 * 3 * 5;
  const actual = Float64Array.from({ length: cells }, () => 50 + 10 * random.normal());
  return {
    models: noise.map((_, m) => `m${m}`),
    forecasts: noise.map((size) => actual.map((value) => value + bias + size * random.normal())),
    actual,
    weight: new Float64Array(cells).fill(0.1),
    series: Int32Array.from({ length: cells }, (_, c) => Math.floor(c / 15)),
    window: Int32Array.from({ length: cells }, (_, c) => Math.floor(c / 5) % 3),
  };
}

const weightsOf = (blend: Blend): readonly number[] => (blend.kind === 'median' ? [] : blend.weights);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('blends', () => {
  it('have non-negative weights that sum to one, for every rule, and forecast within the range of their models', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 6 }),
        (seed, noise) => {
          const data = noisyModels(seed, noise);
          for (const rule of BLEND_RULES) {
            const blend = rule.learn(data, 12);
            const rows = blend.kind === 'per-series' ? [blend.weights, ...blend.bySeries] : [weightsOf(blend)];
            for (const weights of rows) {
              if (blend.kind !== 'median') expect(sum(weights)).toBeCloseTo(1, 9);
              expect(weights.every((weight) => weight >= 0)).toBe(true);
            }
            const blended = applyBlend(blend, forecastsInOrder(blend, data), (c) => data.series[c] as number);
            for (let c = 0; c < blended.length; c += 17) {
              const each = data.forecasts.map((forecast) => forecast[c] as number);
              expect(blended[c]).toBeGreaterThanOrEqual(Math.min(...each) - 1e-9);
              expect(blended[c]).toBeLessThanOrEqual(Math.max(...each) + 1e-9);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('beat the best single model when errors are independent', () => {
    const data = noisyModels(3, [1, 1, 1.2]);
    const best = Math.min(...modelErrors(data));
    const scores = scoreBlends(data, 12);
    expect(scores.length).toBeGreaterThan(1);
    for (const score of scores) expect(score.error).toBeLessThan(best);
  });

  it('give a useless model no weight', () => {
    const data = noisyModels(4, [0.5, 0.5, 40]);
    expect(weightsOf(greedyBlend(data))[2]).toBe(0);
    expect(weightsOf(nnlsBlend(data, 0))[2]).toBeLessThan(0.01);
  });

  it('find the exact combination when there is one', () => {
    const data = noisyModels(5, [3, 3]);
    const [a, b] = data.forecasts as [Float64Array, Float64Array];
    const actual = a.map((value, c) => 0.7 * value + 0.3 * (b[c] as number));
    const [first, second] = weightsOf(nnlsBlend({ ...data, actual }, 0));
    expect(first).toBeCloseTo(0.7, 6);
    expect(second).toBeCloseTo(0.3, 6);
  });

  it('let a series prefer its own best model, and follow the others when it has no record', () => {
    const data = noisyModels(6, [2, 2]);
    const skewed = data.forecasts.map((forecast, m) =>
      forecast.map((value, c) => (data.series[c] === 3 && m === 1 ? (data.actual[c] as number) : value)),
    );
    const blend = perSeriesBlend({ ...data, forecasts: skewed }, [0.5, 0.5], 13);
    if (blend.kind !== 'per-series') throw new Error('expected weights by series');
    expect(blend.bySeries[3]?.[1]).toBeGreaterThan(0.7);
    expect(blend.bySeries[12]).toEqual([0.5, 0.5]);
  });

  it('can drop models without weight and answer the same', () => {
    const data = noisyModels(7, [1, 1, 50]);
    const blend = greedyBlend(data);
    const small = restrictBlend(blend, usedModels(blend));
    expect(small.models.length).toBeLessThan(3);
    const forecast = (one: Blend) => applyBlend(one, forecastsInOrder(one, data), () => -1);
    expect(forecast(small)).toEqual(forecast(blend));
  });

  it('can lose models of little weight without losing their sum', () => {
    const blend = pruneBlend({ kind: 'weights', models: ['a', 'b', 'c'], weights: [0.6, 0.39, 0.01] });
    expect(usedModels(blend)).toEqual(['a', 'b']);
    expect(sum(weightsOf(blend))).toBeCloseTo(1, 12);
  });

  it('refuse forecasts that are not finite', () => {
    const data = noisyModels(8, [1, 1]);
    (data.forecasts[1] as Float64Array)[4] = Number.NaN;
    expect(() => scoreBlends(data, 12)).toThrow(/"m1" forecasts NaN in cell 4/);
  });
});
