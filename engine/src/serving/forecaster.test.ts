import { beforeAll, describe, expect, it } from 'vitest';
import { type ForecastOutcome, runForecast } from '../autopilot/forecast/run-forecast.ts';
import { seeded } from '../random/random.ts';
import { type Panel, panelOfSequences } from '../series/panel.ts';
import type { ServedForecaster } from './forecaster.ts';
import { forecasterFrom, openForecaster, saveForecaster } from './save-forecaster.ts';

const LENGTH = 90;
const HORIZON = 7;

/** Weekly shapes of different height with a little noise; the last series never moves. */
function shops(length = LENGTH): Panel {
  const random = seeded(21);
  const sequences = Array.from({ length: 12 }, (_, s) => {
    const draw = random.fork(`shop ${s}`);
    const values = Array.from({ length: LENGTH + HORIZON }, (_, t) =>
      s === 11 ? 42 : (s + 1) * (20 + 5 * Math.sin((2 * Math.PI * t) / 7) + 0.5 * draw.normal()),
    );
    return { id: `shop ${s}`, values: values.slice(0, length) };
  });
  return panelOfSequences('DAY', sequences, 'sales');
}

let outcome: ForecastOutcome;
let served: ServedForecaster;

beforeAll(async () => {
  const blueprints = ['seasonal-naive', 'ar-ridge', 'lag-map-level', 'boosting-level-absolute'];
  outcome = await runForecast(
    shops(),
    { mode: 'manual', blueprints, last: HORIZON, backtests: 1 },
    { random: seeded(1) },
  );
  served = forecasterFrom(outcome);
}, 120_000);

const values = (rows: ReturnType<ServedForecaster['forecast']>): number[] => rows.map(({ value }) => value);

describe('a served forecaster', () => {
  it('answers every series and distance with intervals in order', () => {
    const rows = served.forecast({ coverages: [0.8, 0.95] });
    expect(rows.length).toBe(12 * HORIZON);
    expect(rows[8]).toMatchObject({ series: 'shop 1', distance: 2, forecastPoint: (LENGTH - 1) * 86_400_000 });
    for (const { value, intervals } of rows) {
      const [inner, outer] = intervals;
      expect(outer?.lower).toBeLessThanOrEqual(inner?.lower ?? Number.NaN);
      expect(inner?.lower).toBeLessThanOrEqual(value);
      expect(inner?.upper).toBeGreaterThanOrEqual(value);
      expect(outer?.upper).toBeGreaterThanOrEqual(inner?.upper ?? Number.NaN);
    }
  });

  it('follows the season', () => {
    const future = shops(LENGTH + HORIZON).series[4]?.target.slice(LENGTH) ?? [];
    const rows = served.forecast({ series: ['shop 4'] });
    for (const [d, { value }] of rows.entries()) expect(Math.abs(value - (future[d] as number))).toBeLessThan(10);
  });

  it('forecasts a constant series exactly', () => {
    for (const { value } of served.forecast({ series: ['shop 11'] })) expect(value).toBeCloseTo(42, 9);
  });

  it('says the same after a round trip, byte for byte', () => {
    const bytes = saveForecaster(served);
    const again = openForecaster(bytes);
    expect(again.forecast({ coverages: [0.9] })).toEqual(served.forecast({ coverages: [0.9] }));
    expect(saveForecaster(again)).toEqual(bytes);
  });

  it('gives one series what it gives the batch', () => {
    const batch = served.forecast({ coverages: [0.8] });
    for (const s of [0, 5, 11]) {
      const alone = served.forecast({ series: [`shop ${s}`], coverages: [0.8] });
      expect(alone).toEqual(batch.slice(s * HORIZON, (s + 1) * HORIZON));
    }
  });

  it('moves on with appended rows, as if it had been sent the whole history', () => {
    const longer = shops(LENGTH + 3);
    const news: Panel = {
      ...longer,
      series: longer.series.map((one) => ({ ...one, start: LENGTH, target: one.target.slice(LENGTH) })),
    };
    const moved = served.append(news);
    expect(values(moved.forecast())).toEqual(values(served.forecastPanel(longer)));
    expect(moved.forecast()[0]?.forecastPoint).toBe((LENGTH + 2) * 86_400_000);
    expect(values(moved.forecast())).not.toEqual(values(served.forecast()));
  });

  it('answers a series it has never seen, near its level', () => {
    const random = seeded(5);
    const fresh = panelOfSequences('DAY', [
      { id: 'new shop', values: Array.from({ length: 30 }, (_, t) => 500 + 9 * (t % 7) + random.normal()) },
      { id: 'newest shop', values: [300, 310] },
    ]);
    const rows = served.forecastPanel(fresh, { coverages: [0.8] });
    expect(rows.length).toBe(2 * HORIZON);
    for (const { value } of rows.slice(0, HORIZON)) expect(value).toBeGreaterThan(450);
    for (const { value } of rows) expect(Number.isFinite(value)).toBe(true);
  });

  it('answers a series without any history like the others, and can refuse short ones', () => {
    const newcomer = { ...panelOfSequences('DAY', [{ id: 'empty shop', values: [Number.NaN] }]) };
    const rows = served.forecastPanel(newcomer, { coverages: [0.8] });
    const all = values(served.forecast());
    const mean = all.filter((_, cell) => cell % HORIZON === 0).reduce((sum, value) => sum + value / 12, 0);
    expect(rows[0]?.value).toBeCloseTo(mean, 6);
    expect(() => served.forecastPanel(newcomer, { partialHistory: 'refuse' })).toThrow(
      expect.objectContaining({ code: 'series.partial-history', series: 'empty shop', row: 1 }),
    );
  });

  it('explains its tree models: contributions add up to what the model says', () => {
    const panel = shops();
    const boosted = outcome.models.get('boosting-level-absolute');
    expect(boosted).toBeDefined();
    const cells = boosted?.explain?.(panel) ?? [];
    const said = boosted?.forecast(panel) ?? new Float64Array();
    expect(cells.length).toBe(12 * HORIZON);
    cells.forEach(({ baseline, base, contributions }, cell) => {
      const sum = contributions.reduce((total, { contribution }) => total + contribution, baseline + base);
      expect(sum).toBeCloseTo(said[cell] as number, 4);
    });
    const told = served.explain(panel, { series: ['shop 2'] });
    expect(told.map(({ model }) => model)).toContain('boosting-level-absolute');
  });

  it('names a series it has no history of', () => {
    expect(() => served.forecast({ series: ['shop 99'] })).toThrow(
      expect.objectContaining({ code: 'series.unknown', series: 'shop 99' }),
    );
  });
});
