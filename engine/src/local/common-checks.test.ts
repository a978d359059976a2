import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { localForecaster, localForecasters } from './catalogue.ts';
import { sumOf } from './components.ts';
import type { FittedForecaster, SeriesSpec } from './forecaster.ts';

const spec: SeriesSpec = { periods: [6] };

/** Positive, seasonal, trending and noisy in the parts that fast-check chooses. */
const series = fc
  .tuple(
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 30, maxLength: 70 }),
    fc.double({ min: 0, max: 2, noNaN: true }),
    fc.double({ min: 0, max: 20, noNaN: true }),
  )
  .map(([noise, slope, swing]) =>
    Float64Array.from(noise, (e, t) => 60 + slope * t + swing * Math.sin((Math.PI * t) / 3) + 10 * e),
  );

function bytesOf(fitted: FittedForecaster): Uint8Array {
  const to = new BinaryWriter();
  fitted.write(to);
  return to.finish();
}

const runs = { numRuns: 8, seed: 7 };

describe.each(localForecasters.map((forecaster) => [forecaster.name, forecaster] as const))('%s', (_, forecaster) => {
  it('gives the same bytes for the same series', () => {
    fc.assert(
      fc.property(series, (y) => {
        expect(bytesOf(forecaster.fit(y, spec))).toEqual(bytesOf(forecaster.fit(y, spec)));
      }),
      runs,
    );
  });

  it('survives a round trip', () => {
    fc.assert(
      fc.property(series, (y) => {
        const fitted = forecaster.fit(y, { ...spec, series: 'shop 4' });
        const again = localForecaster(fitted.name).read(new BinaryReader(bytesOf(fitted)));
        expect(again.forecast(9)).toEqual(fitted.forecast(9));
        expect(again.detail).toBe(fitted.detail);
        expect(bytesOf(again)).toEqual(bytesOf(fitted));
      }),
      runs,
    );
  });

  it('does not change the series it was given', () => {
    fc.assert(
      fc.property(series, (y) => {
        const before = Float64Array.from(y);
        forecaster.fit(y, spec).append(Float64Array.of(1, 2)).forecast(4);
        expect(y).toEqual(before);
      }),
      runs,
    );
  });

  it('never reads behind the forecast point', () => {
    fc.assert(
      fc.property(series, (y) => {
        const origin = y.length - 5;
        const poisoned = Float64Array.from(y).fill(Number.NaN, origin);
        const clean = forecaster.fit(y.slice(0, origin), spec);
        expect(forecaster.fit(poisoned.subarray(0, origin), spec).forecast(5)).toEqual(clean.forecast(5));
        const grown = clean.append(y.slice(origin, origin + 2));
        const fitted = clean.fitted();
        expect(grown.fitted().length).toBe(origin + 2);
        expect(fitted.length).toBe(origin);
      }),
      runs,
    );
  });

  it('forecasts twice as much for a series twice as large', () => {
    fc.assert(
      fc.property(series, (y) => {
        const mean = forecaster.fit(y, spec).forecast(6);
        const doubled = forecaster.fit(
          y.map((value) => 2 * value),
          spec,
        );
        // A power of two changes no digit, so what differs can only be the model; searches may end a step apart.
        for (const [h, value] of doubled.forecast(6).entries()) {
          expect(Math.abs(value / (2 * (mean[h] as number)) - 1)).toBeLessThan(0.02);
        }
      }),
      runs,
    );
  });

  it('moves on without learning again', () => {
    fc.assert(
      fc.property(series, (y) => {
        const whole = forecaster.fit(y, spec);
        const rows = Float64Array.of(70, 80, 75);
        const once = whole.append(rows);
        const twice = whole.append(rows.subarray(0, 1)).append(rows.subarray(1));
        expect(twice.forecast(6)).toEqual(once.forecast(6));
        expect(once.detail).toBe(whole.detail);
      }),
      runs,
    );
  });

  it('explains every forecast by parts that add up to it', () => {
    fc.assert(
      fc.property(series, fc.double({ min: -1, max: 3, noNaN: true }), (y, jump) => {
        const fitted = forecaster.fit(y, spec).append(Float64Array.of(60 + 100 * jump));
        const forecast = fitted.forecast(15);
        const parts = fitted.explain(15);
        expect(parts[0]?.kind).toBe('level');
        const names = parts.map(({ kind, period }) => `${kind} ${period ?? ''}`);
        expect(new Set(names).size).toBe(names.length);
        const sum = sumOf(parts);
        for (const [h, value] of forecast.entries()) {
          expect(Math.abs((sum[h] as number) - value)).toBeLessThan(1e-9 * (1 + Math.abs(value)));
        }
      }),
      runs,
    );
  });

  it('stays inside the guard rails', () => {
    const wild = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(wild, (values) => {
        const y = Float64Array.from(values);
        const top = 2 * Math.max(...y);
        for (const value of forecaster.fit(y, spec).forecast(12)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(top);
        }
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});
