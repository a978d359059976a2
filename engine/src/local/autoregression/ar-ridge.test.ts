import { describe, expect, it } from 'vitest';
import { ridgeSolve } from '../../core/linear-algebra.ts';
import { seededRandom } from '../../core/random.ts';
import { arRidge, selectedLags } from './ar-ridge.ts';
import { ageWeights, bestNaiveLag, robustWeights, weightedRidge } from './lag-regression.ts';

function simulate(rows: number, next: (y: Float64Array, t: number, shock: number) => number): Float64Array {
  const random = seededRandom(5);
  const y = new Float64Array(rows);
  for (let t = 2; t < rows; t += 1) y[t] = next(y, t, random.normal());
  return y;
}

const process = simulate(4000, (y, t, shock) => 0.5 * (y[t - 1] as number) + 0.3 * (y[t - 2] as number) + shock);
const pair = Int32Array.of(1, 2);

const regress = (z: Float64Array, ridge: number, home: number) =>
  weightedRidge(z, pair, ridge, home, robustWeights(z, pair, ridge, home));

describe('regression on lags', () => {
  it('finds the weights of an autoregression', () => {
    const weights = regress(process, 0, 0);
    expect(weights[0]).toBeCloseTo(0.5, 1);
    expect(weights[1]).toBeCloseTo(0.3, 1);
    expect(Math.abs(weights[2] as number)).toBeLessThan(0.1);
  });

  it('is not moved by a few wild rows', () => {
    const spoiled = process.map((value, t) => (t % 400 === 17 ? value + 60 : value));
    const [clean, robust] = [regress(process, 0, 0), regress(spoiled, 0, 0)];
    expect(Math.abs((robust[0] as number) - (clean[0] as number))).toBeLessThan(0.35);
    expect(Math.abs(robust[2] as number)).toBeLessThan(0.2);
  });

  it('gives an outlier less weight than its neighbours', () => {
    const spoiled = process.map((value, t) => (t === 2000 ? value + 60 : value));
    const rows = robustWeights(spoiled, pair, 0, 0);
    expect(rows[2000]).toBeLessThan(0.1 * (ageWeights(4000)[2000] as number));
  });

  it('ends at the naive forecast under a heavy penalty', () => {
    const weights = regress(process, 1e9, 1);
    expect(weights[0]).toBeCloseTo(0, 3);
    expect(weights[1]).toBeCloseTo(1, 3);
  });
});

describe('lags', () => {
  it('cover the recent rows and the surroundings of each season', () => {
    const lags = selectedLags(1000, [24, 168], { recent: 3, seasons: 1 });
    expect(Array.from(lags)).toEqual([1, 2, 3, 23, 24, 25, 167, 168, 169]);
  });

  it('leave enough equations on short series', () => {
    const lags = selectedLags(20, [12], { recent: 6, seasons: 2 });
    expect(20 - (lags.at(-1) as number)).toBeGreaterThanOrEqual(3 * (lags.length + 1));
  });

  it('include the one that repeats the series best', () => {
    const daily = Float64Array.from({ length: 96 }, (_, t) => Math.sin((Math.PI * t) / 12));
    expect(bestNaiveLag(daily, Int32Array.of(1, 24), [24])).toBe(1);
    expect(bestNaiveLag(process, pair, [])).toBe(0);
  });
});

describe('arRidge', () => {
  it('repeats two seasons at once', () => {
    const wave = (t: number) => 50 + 9 * Math.sin((Math.PI * t) / 12) + (Math.floor(t / 24) % 7 >= 5 ? -6 : 0);
    const y = Float64Array.from({ length: 24 * 7 * 5 }, (_, t) => wave(t) + 0.1 * ((t * 13) % 7));
    for (const scale of ['level', 'log'] as const) {
      const mean = arRidge.fit(y, { periods: [24, 168] }, { scale }).forecast(168);
      for (let h = 0; h < 168; h += 1) expect(Math.abs((mean[h] as number) - wave(y.length + h))).toBeLessThan(3);
    }
  });

  it('works on the level where a logarithm does not exist', () => {
    const fitted = arRidge.fit(
      Float64Array.from({ length: 40 }, (_, t) => (t % 5) - 2),
      { periods: [5] },
      { scale: 'log' },
    );
    expect(fitted.detail).not.toContain('log');
  });
});

describe('ridgeSolve', () => {
  it('solves a penalised system', () => {
    const x = ridgeSolve(Float64Array.of(3, 1, 1, 2), Float64Array.of(5, 5), 1);
    expect(4 * (x[0] as number) + (x[1] as number)).toBeCloseTo(5, 12);
    expect((x[0] as number) + 3 * (x[1] as number)).toBeCloseTo(5, 12);
  });
});
