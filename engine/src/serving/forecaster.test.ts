import { beforeAll, describe, expect, it } from 'vitest';
import { type ForecastOutcome, runForecast } from '../autopilot/run-forecast.ts';
import type { Blend } from '../blend/blend-data.ts';
import { seededRandom } from '../core/random.ts';
import type { CellExplanation } from '../forecasting/panel-model.ts';
import { type Panel, panelOfSequences } from '../series/panel.ts';
import { type ServedForecaster, servedForecaster } from './forecaster.ts';
import { forecasterFrom, openForecaster, saveForecaster } from './save-forecaster.ts';

const LENGTH = 90;
const HORIZON = 7;

/** Weekly shapes of different height with a little noise; the last series never moves. */
function shops(length = LENGTH): Panel {
  const random = seededRandom(21);
  const sequences = Array.from({ length: 12 }, (_, s) => {
    const draw = random.fork(`shop ${s}`);
    const values = Array.from({ length: LENGTH + HORIZON }, (_, t) =>
      s === 11 ? 42 : (s + 1) * (20 + 5 * Math.sin((2 * Math.PI * t) / 7) + 0.5 * draw.normal()),
    );
    return { id: `shop ${s}`, values: values.slice(0, length) };
  });
  return panelOfSequences('DAY', sequences, 'sales');
}

const total = (cell: CellExplanation | undefined): number =>
  (cell?.contributions ?? []).reduce((sum, { contribution }) => sum + contribution, cell?.base ?? Number.NaN);

let outcome: ForecastOutcome;
let served: ServedForecaster;

beforeAll(async () => {
  const blueprints = ['seasonal-naive', 'ar-ridge', 'lag-map-level', 'boosting-level-absolute'];
  outcome = await runForecast(
    shops(),
    { mode: 'manual', blueprints, last: HORIZON, backtests: 1 },
    { random: seededRandom(1) },
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
    expect(rows).toHaveLength(HORIZON);
    for (const [d, { value }] of rows.entries()) expect(Math.abs(value - (future[d] as number))).toBeLessThan(10);
  });

  it('forecasts a constant series exactly', () => {
    const rows = served.forecast({ series: ['shop 11'] });
    expect(rows).toHaveLength(HORIZON);
    for (const { value } of rows) expect(value).toBeCloseTo(42, 9);
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
    const random = seededRandom(5);
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

  it('explains every kind of model: base and contributions add up to what it says', () => {
    const panel = shops();
    for (const [name, model] of outcome.models) {
      const said = model.forecast(panel);
      const cells = model.explain(panel);
      expect(cells.length, name).toBe(12 * HORIZON);
      cells.forEach((cell, at) => {
        expect(total(cell), name).toBeCloseTo(said[at] as number, 8);
      });
    }
    const [trees] = outcome.models.get('boosting-level-absolute')?.explain(panel) ?? [];
    const lag = trees?.contributions.find(({ feature }) => feature === 'sales (0 back)');
    expect(lag?.value, 'in the units of the target').toBeCloseTo(panel.series[0]?.target.at(-1) ?? 0, 6);
    const [lags] = outcome.models.get('lag-map-level')?.explain(panel) ?? [];
    expect(lags?.contributions.map(({ feature }) => feature).sort()).toEqual([
      'Level',
      'Recent values',
      'Season (weekly)',
    ]);
  });

  const blends: readonly Blend[] = [
    { kind: 'weights', models: [], weights: [0.1, 0.2, 0.3, 0.4] },
    { kind: 'median', models: [] },
    {
      kind: 'per-series',
      models: [],
      weights: [0.25, 0.25, 0.25, 0.25],
      bySeries: shops().series.map((_, s) => (s % 2 === 0 ? [0, 0.5, 0.5, 0] : [0.7, 0, 0, 0.3])),
    },
  ];

  it.each(blends)(
    'explains a blend by $kind as the sum of its members, and cold series by those like them',
    (blend) => {
      const models = [...outcome.models.values()];
      const blended = servedForecaster({
        ...served.parts,
        models,
        blend: { ...blend, models: [...outcome.models.keys()] },
      });
      const unseen = [
        { id: 'empty shop', values: [Number.NaN] },
        { id: 'new shop', values: [300, 310, 320] },
      ];
      for (const panel of [shops(), panelOfSequences('DAY', unseen)]) {
        const rows = blended.forecastPanel(panel);
        const cells = blended.explain(panel);
        expect(cells.length).toBe(rows.length);
        rows.forEach(({ value }, at) => {
          expect(total(cells[at])).toBeCloseTo(value, 8);
        });
      }
      const [, second] = blended.explain(shops(), { series: ['shop 3', 'shop 2'] });
      expect(second?.contributions.length).toBeGreaterThan(0);
    },
  );

  it('explains after a round trip as before', () => {
    const again = openForecaster(saveForecaster(served));
    expect(again.explain(shops())).toEqual(served.explain(shops()));
  });

  it('names a series it has no history of', () => {
    expect(() => served.forecast({ series: ['shop 99'] })).toThrow(
      expect.objectContaining({ code: 'series.unknown', series: 'shop 99' }),
    );
  });
});
