import { describe, expect, it } from 'vitest';
import golden from '../../../golden/local-r.json' with { type: 'json' };
import { autocorrelations } from '../../series/periods.ts';
import { deseasonalisedNaive, drift, movingAverage, naive, seasonalNaive } from './baselines.ts';

const air = Float64Array.from(golden.series.air);
const nile = Float64Array.from(golden.series.nile);
const plain = { periods: [] };

describe(golden.program, () => {
  it('drift', () => {
    const mean = drift.fit(nile, plain).forecast(3);
    for (const [h, value] of golden.drift.nile.entries()) expect(mean[h]).toBeCloseTo(value, 8);
  });

  it('seasonal naive', () => {
    expect(Array.from(seasonalNaive.fit(air, { periods: [12] }).forecast(14))).toEqual(golden.snaive.air);
  });

  it('autocorrelations', () => {
    const r = autocorrelations(nile, 6) ?? [];
    for (const [lag, value] of golden.acf.nile.entries()) expect(r[lag]).toBeCloseTo(value, 10);
  });
});

describe('baselines', () => {
  it('repeat the last value', () => {
    expect(Array.from(naive.fit(nile, plain).forecast(2))).toEqual([740, 740]);
  });

  it('fall back to the last value where there is not one season', () => {
    const fitted = seasonalNaive.fit(Float64Array.of(1, 2, 3), { periods: [12] });
    expect(Array.from(fitted.forecast(2))).toEqual([3, 3]);
  });

  it('use the first season that fits', () => {
    const y = Float64Array.of(1, 2, 1, 2, 1, 2);
    expect(Array.from(seasonalNaive.fit(y, { periods: [12, 2] }).forecast(3))).toEqual([1, 2, 1]);
  });

  it('average the last rows', () => {
    expect(movingAverage.fit(Float64Array.of(9, 1, 2, 3), plain, { window: 3 }).forecast(1)[0]).toBeCloseTo(2, 12);
    expect(movingAverage.fit(Float64Array.of(9, 1, 2, 3), { periods: [2] }).forecast(1)[0]).toBeCloseTo(2.5, 12);
  });

  it('put the season back on the last adjusted value', () => {
    const pattern = [80, 100, 120, 100];
    const y = Float64Array.from({ length: 40 }, (_, t) => pattern[t % 4] as number);
    const mean = deseasonalisedNaive.fit(y, { periods: [4] }).forecast(4);
    for (let h = 0; h < 4; h += 1) expect(mean[h]).toBeCloseTo(pattern[h] as number, 8);
  });
});
