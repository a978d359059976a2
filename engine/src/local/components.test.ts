import { describe, expect, it } from 'vitest';
import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { localForecaster } from './catalogue.ts';
import { type Component, flatLevel, restoredComponents, seasonOfLag, sumOf } from './components.ts';

const SHAPE = [-9, -6, -1, 5, 8, 3];
const noise = (t: number): number => Math.sin(12.9898 * t * t);
const line = (t: number): number => 200 + 0.8 * t;
/** Level, growth and a season of six that add up. */
const added = Float64Array.from({ length: 72 }, (_, t) => line(t) + (SHAPE[t % 6] as number) + 0.3 * noise(t));
/** The same where the season multiplies. */
const multiplied = added.map((_, t) => line(t) * (1 + (SHAPE[t % 6] as number) / 40 + 0.002 * noise(t)));

const partsOf = (name: string, y: Float64Array, params = {}): readonly Component[] =>
  localForecaster(name)
    .fit(y, { periods: [6] }, params)
    .explain(12);
const part = (parts: readonly Component[], kind: Component['kind']): Float64Array =>
  parts.find((one) => one.kind === kind)?.values ?? new Float64Array(12);

describe('parts of a forecast', () => {
  it.each(['auto-ets', 'seasonal-decomposition', 'dynamic-optimised-theta', 'comb'])(
    '%s tells level, trend and season apart',
    (name) => {
      const parts = partsOf(name, added);
      expect(parts.find(({ kind }) => kind === 'season')?.period).toBe(6);
      const [level, trend, season] = (['level', 'trend', 'season'] as const).map((kind) => part(parts, kind));
      expect(Math.abs((level?.[0] ?? 0) - line(72))).toBeLessThan(9);
      expect((trend?.[11] ?? 0) - (trend?.[0] ?? 0)).toBeGreaterThan(name === 'comb' ? 2 : 1);
      SHAPE.forEach((swing, h) => {
        expect(Math.abs((season?.[h] ?? 0) - swing)).toBeLessThan(3);
      });
    },
  );

  it.each(['auto-ets', 'theta', 'seasonal-decomposition'])('%s tells a season that multiplies in units', (name) => {
    const season = part(partsOf(name, multiplied), 'season');
    SHAPE.forEach((swing, h) => {
      expect(Math.abs((season[h] as number) - (line(72) * swing) / 40)).toBeLessThan(12);
    });
  });

  it('repeats the last season around its mean', () => {
    const parts = partsOf('seasonal-naive', added);
    const last = added.slice(-6);
    const mean = last.reduce((sum, value) => sum + value / 6, 0);
    expect(part(parts, 'level')[0]).toBeCloseTo(mean, 9);
    expect(part(parts, 'season')[1]).toBeCloseTo((last[1] as number) - mean, 9);
  });

  it('autoregressions tell what recent rows and earlier seasons add, also on logarithms', () => {
    for (const scale of ['level', 'log']) {
      const parts = partsOf('ar-ridge', added, { scale });
      expect(parts.map(({ kind }) => kind)).toEqual(['level', 'recent', 'season']);
      expect(part(parts, 'level')[0]).toBeGreaterThan(150);
      expect(Math.max(...part(parts, 'season').map(Math.abs))).toBeGreaterThan(5);
    }
  });

  it('ARIMA continues its last season and tells its trend', () => {
    const parts = partsOf('auto-arima', added);
    const season = part(parts, 'season');
    SHAPE.forEach((swing, h) => {
      expect(Math.abs((season[h] as number) - swing)).toBeLessThan(5);
    });
    expect(sumOf(parts)[11]).toBeGreaterThan(line(72));
  });

  it('are the same for a model that was read back, and for a short series its last value', () => {
    for (const name of ['auto-ets', 'ar-ridge', 'auto-arima', 'theta', 'croston']) {
      const fitted = localForecaster(name).fit(added, { periods: [6] });
      const to = new BinaryWriter();
      fitted.write(to);
      expect(localForecaster(fitted.name).read(new BinaryReader(to.finish())).explain(8)).toEqual(fitted.explain(8));
      expect(localForecaster(name).fit(Float64Array.of(7), { periods: [] }).explain(2)).toEqual([flatLevel(7, 2)]);
    }
  });
});

describe('restored parts', () => {
  const parts: Component[] = [
    flatLevel(2, 1),
    { kind: 'trend', values: Float64Array.of(0.5) },
    { kind: 'season', period: 4, values: Float64Array.of(-0.2) },
  ];

  it('add up behind a logarithm, in proportion', () => {
    const [level, trend, season] = restoredComponents(parts, Math.exp).map(({ values }) => values[0] as number);
    expect(level).toBeCloseTo(Math.exp(2), 9);
    expect((trend ?? 0) + (season ?? 0)).toBeCloseTo(Math.exp(2.3) - Math.exp(2), 9);
    expect((trend ?? 0) / (season ?? 0)).toBeCloseTo(-2.5, 9);
  });

  it('keep their size where they cancel out, and vanish behind a limit', () => {
    const even = [flatLevel(2, 1), { kind: 'trend' as const, values: Float64Array.of(0.5) }];
    even.push({ kind: 'season' as never, values: Float64Array.of(-0.5) });
    const [, trend] = restoredComponents(even, Math.exp);
    expect(trend?.values[0]).toBeCloseTo(0.5 * Math.exp(2), 4);
    const limited = restoredComponents(parts, (value) => Math.min(value, 1));
    expect(limited.map(({ values }) => values[0])).toEqual([1, 0, -0]);
    const broken = restoredComponents([{ kind: 'level', values: Float64Array.of(Number.NaN) }], () => 5);
    expect(broken[0]?.values[0]).toBe(5);
  });
});

describe('lags', () => {
  it('belong to the season they reach back by', () => {
    expect([1, 5, 6, 7, 8, 13, 15, 16, 364, 730].map((lag) => seasonOfLag(lag, [7, 365]))).toEqual([
      undefined,
      undefined,
      7,
      7,
      7,
      7,
      7,
      undefined,
      365,
      365,
    ]);
    expect([1, 2, 3, 4].map((lag) => seasonOfLag(lag, [3]))).toEqual([undefined, undefined, 3, undefined]);
  });
});
