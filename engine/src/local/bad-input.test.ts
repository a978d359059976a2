import { describe, expect, it } from 'vitest';
import { EngineProblem } from '../core/engine-problem.ts';
import { localForecasters } from './catalogue.ts';

const spec = { periods: [4], series: 'shop 4' };
const gappy = Float64Array.from({ length: 40 }, (_, t) => 50 + 10 * Math.sin((Math.PI * t) / 2) + t);

describe.each(localForecasters.map((forecaster) => [forecaster.name, forecaster] as const))('%s', (_, forecaster) => {
  it.each([1, 2, 3, 5, 7, 9, 13])('answers a series of %i rows', (rows) => {
    const mean = forecaster.fit(gappy.slice(0, rows), spec).forecast(3);
    expect([...mean].filter(Number.isFinite)).toHaveLength(3);
  });

  it.each([0, 5, -2.5])('predicts the constant %d exactly', (value) => {
    const fitted = forecaster.fit(new Float64Array(30).fill(value), spec);
    expect(Array.from(fitted.forecast(4))).toEqual([value, value, value, value]);
    expect(fitted.append(Float64Array.of(value + 1)).forecast(1)[0]).toBe(value + 1);
  });

  it('answers missing values at the start, inside and at the end', () => {
    const y = Float64Array.from(gappy);
    for (const t of [0, 1, 9, 17, 18, 30, 38, 39]) y[t] = Number.NaN;
    expect([...forecaster.fit(y, spec).forecast(6)].filter(Number.isFinite)).toHaveLength(6);
  });

  it('answers negative and mixed series', () => {
    const y = gappy.map((value, t) => (t % 3 === 0 ? -value : value / 7));
    expect([...forecaster.fit(y, spec).forecast(6)].filter(Number.isFinite)).toHaveLength(6);
  });

  it('answers very large and very small values', () => {
    for (const scale of [1e-12, 1e12]) {
      const y = gappy.map((value) => value * scale);
      const mean = forecaster.fit(y, spec).forecast(6);
      expect(mean).toHaveLength(6);
      for (const value of mean) expect(value / scale).toBeGreaterThan(0);
      for (const value of mean) expect(value / scale).toBeLessThan(200);
    }
  });

  it('refuses what cannot be answered, naming the series and the row', () => {
    expect(() => forecaster.fit(new Float64Array(0), spec)).toThrow(EngineProblem);
    expect(() => forecaster.fit(new Float64Array(5).fill(Number.NaN), spec)).toThrow(/no value/);
    const infinite = Float64Array.of(1, 2, Number.POSITIVE_INFINITY);
    const refused = expect(() => forecaster.fit(infinite, spec));
    refused.toThrow(expect.objectContaining({ code: 'series.infinite', series: 'shop 4', row: 2 }));
    expect(() => forecaster.fit(gappy, { periods: [1] })).toThrow(/period/);
    expect(() => forecaster.fit(gappy, spec).forecast(0)).toThrow(/horizon/);
  });
});
