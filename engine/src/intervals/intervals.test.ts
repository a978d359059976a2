import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { intervalsOf, learnIntervals, quantile, type Residuals } from './conformal.ts';

const SERIES = 800;
const DISTANCES = 8;

/** Errors that grow with the distance and differ in size from series to series. */
function errorsOf(seed: number, windows: number): { residuals: Residuals; draw: (s: number, d: number) => number } {
  const random = seededRandom(seed);
  const sizes = Float64Array.from({ length: SERIES }, () => Math.exp(1.5 * random.normal()));
  const draw = (s: number, d: number): number => (sizes[s] as number) * Math.sqrt(d + 1) * random.normal();
  const cells = SERIES * windows * DISTANCES;
  const series = Int32Array.from({ length: cells }, (_, c) => Math.floor(c / (windows * DISTANCES)));
  const distance = Int32Array.from({ length: cells }, (_, c) => c % DISTANCES);
  return {
    draw,
    residuals: {
      error: Float64Array.from({ length: cells }, (_, c) => draw(series[c] as number, distance[c] as number)),
      series,
      distance,
      window: Int32Array.from({ length: cells }, (_, c) => Math.floor(c / DISTANCES) % windows),
      // A noise that says nothing about the series: the windows have to.
      noise: new Float64Array(SERIES).fill(1),
    },
  };
}

describe('conformal intervals', () => {
  it.each([0.8, 0.95])('cover %f of new outcomes within 3 points, near and far', (coverage) => {
    const { residuals, draw } = errorsOf(11, 4);
    const model = learnIntervals(residuals, SERIES, DISTANCES);
    const hits = new Float64Array(DISTANCES);
    const rounds = 5;
    const request = {
      forecast: new Float64Array(SERIES * DISTANCES).fill(5),
      distances: DISTANCES,
      series: Int32Array.from({ length: SERIES }, (_, s) => s),
      noise: new Float64Array(SERIES).fill(1),
      nonNegative: new Array<boolean>(SERIES).fill(false),
    };
    const { lower, upper } = intervalsOf(model, request, coverage);
    for (let round = 0; round < rounds; round++) {
      for (let c = 0; c < lower.length; c++) {
        const value = 5 + draw(Math.floor(c / DISTANCES), c % DISTANCES);
        const d = c % DISTANCES;
        if (value >= (lower[c] as number) && value <= (upper[c] as number)) hits[d] = (hits[d] as number) + 1;
      }
    }
    for (const hit of hits) expect(Math.abs(hit / (SERIES * rounds) - coverage)).toBeLessThan(0.03);
    const width = (d: number): number => (upper[d] as number) - (lower[d] as number);
    expect(width(7)).toBeGreaterThan(1.8 * width(0));
  });

  it('of nine errors reach from the least to the greatest at 80 %: one more outcome is still to come', () => {
    const errors = Float64Array.of(-9, -4, -3, -2, 0, 1, 2, 5, 7);
    const model = { scales: Float64Array.of(1), noiseFactor: 1, scaled: [errors] };
    const request = { forecast: Float64Array.of(20), distances: 1, series: [0], noise: [1], nonNegative: [false] };
    const { lower, upper } = intervalsOf(model, request, 0.8);
    expect([lower[0], upper[0]]).toEqual([11, 27]);
  });

  it('scale an error by the other windows of its series, never by its own', () => {
    const residuals = {
      error: Float64Array.of(1, 10),
      series: Int32Array.of(0, 0),
      window: Int32Array.of(0, 1),
      distance: Int32Array.of(0, 0),
      noise: Float64Array.of(0),
    };
    expect([...(learnIntervals(residuals, 1, 1).scaled[0] ?? [])]).toEqual([0.1, 10]);
  });

  it('answer new series by their noise and keep sales above zero', () => {
    const { residuals } = errorsOf(12, 2);
    const model = learnIntervals(residuals, SERIES, DISTANCES);
    const request = {
      forecast: new Float64Array(2 * DISTANCES).fill(1),
      distances: DISTANCES,
      series: [-1, -1],
      noise: [2, 2],
      nonNegative: [true, false],
    };
    const { lower, upper } = intervalsOf(model, request, 0.95);
    expect(lower.subarray(0, DISTANCES).every((value) => value === 0)).toBe(true);
    expect(lower[DISTANCES]).toBeLessThan(0);
    expect(upper[0]).toBeGreaterThan(1);
  });

  it('are exact for series that never err', () => {
    const { residuals } = errorsOf(13, 2);
    const still = { ...residuals, error: residuals.error.map(() => 0), noise: residuals.noise.map(() => 0) };
    const model = learnIntervals(still, SERIES, DISTANCES);
    const forecast = new Float64Array(DISTANCES).fill(3);
    const one = { forecast, distances: DISTANCES, series: [0], noise: [0], nonNegative: [false] };
    expect(intervalsOf(model, one, 0.95)).toEqual({ lower: forecast, upper: forecast });
  });

  it('refuse to be learned from nothing', () => {
    const none = new Int32Array(0);
    const empty = {
      error: new Float64Array(0),
      series: none,
      window: none,
      distance: none,
      noise: new Float64Array(0),
    };
    expect(() => learnIntervals(empty, 0, 1)).toThrow(/run a backtest/);
  });

  it('use the usual quantile', () => {
    expect([0, 0.25, 0.5, 1].map((level) => quantile(Float64Array.of(1, 2, 4), level))).toEqual([1, 1.5, 2, 4]);
  });
});
