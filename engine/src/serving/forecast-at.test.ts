import { beforeAll, describe, expect, it } from 'vitest';
import { runForecast } from '../autopilot/forecast/run-forecast.ts';
import { type Frame, frame } from '../frame/frame.ts';
import { categoricalColumn, dateColumn, numericColumn } from '../frame/from-arrays.ts';
import { seeded } from '../random/random.ts';
import { buildPanel } from '../series/build-panel.ts';
import { forecastAt, lastKnownTime, withMemory } from './forecast-at.ts';
import type { ServedForecaster } from './forecaster.ts';
import { forecasterFrom } from './save-forecaster.ts';
import { servingPanel } from './serving-panel.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const settings = { dateColumn: 'day', idColumns: ['shop'], target: 'sales', knownInAdvance: ['offer'] };
const isOffer = (t: number) => t % 5 === 0;

/** Sales jump on days of an offer, which is known in advance. */
function shops(from: number, to: number, known = to, names = ['Oslo', 'Bonn']): Frame {
  const cells = names.flatMap((shop, s) =>
    Array.from({ length: to - from }, (_, i) => {
      const t = from + i;
      return { shop, t, sales: t < known ? 100 * (s + 1) + 10 * (t % 7) + (isOffer(t) ? 50 : 0) : null };
    }),
  );
  return frame([
    dateColumn(
      'day',
      cells.map(({ t }) => START + t * DAY),
    ),
    categoricalColumn(
      'shop',
      cells.map(({ shop }) => shop),
    ),
    numericColumn(
      'sales',
      cells.map(({ sales }) => sales),
    ),
    categoricalColumn(
      'offer',
      cells.map(({ t }) => (isOffer(t) ? 'yes' : 'no')),
    ),
  ]);
}

let served: ServedForecaster;
beforeAll(async () => {
  const panel = buildPanel(shops(0, 200), settings);
  const plan = { mode: 'manual', blueprints: ['boosting-level-absolute'], last: 7, backtests: 1 } as const;
  served = forecasterFrom(await runForecast(panel, plan, { random: seeded(1) }));
}, 120_000);

const memory = () => served.parts.memory;

describe('forecasts from new rows', () => {
  it('lays them on the grid that was learned, whatever they begin with', () => {
    const panel = servingPanel(memory(), shops(203, 210, 205), settings);
    expect(panel.series[0]).toMatchObject({ id: 'Oslo', start: 203 });
    expect(panel.series[0]?.target.length).toBe(2);
    expect(panel.series[0]?.known[0]?.length).toBe(7);
    expect(new Date(lastKnownTime(panel) ?? 0)).toEqual(new Date(START + 204 * DAY));
  });

  it('reads names by the codes that were learned: a file with one offer means the same', () => {
    const levels = memory().covariates.find(({ name }) => name === 'offer')?.levels;
    expect(levels).toEqual(['no', 'yes']);
    const only = servingPanel(memory(), shops(205, 206), settings);
    expect(only.series[0]?.known[0]?.[0]).toBe(1);
    const strange = frame([...shops(206, 207).columns.slice(0, 3), categoricalColumn('offer', ['maybe', 'maybe'])]);
    expect(servingPanel(memory(), strange, settings).series[0]?.known[0]?.[0]).toBeNaN();
  });

  it('uses what is known in advance, and nothing else, after the forecast point', () => {
    const panel = withMemory(served, servingPanel(memory(), shops(190, 215), settings));
    const rows = forecastAt(served, panel, START + 202 * DAY, { series: ['Oslo'] });
    expect(rows.map(({ distance }) => distance)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(rows[0]?.time).toBe(START + 203 * DAY);
    const offer = rows.find(({ time }) => isOffer((time - START) / DAY));
    const before = rows.find(({ time }) => (time - START) / DAY === 204);
    expect((offer?.value ?? 0) - (before?.value ?? 0)).toBeGreaterThan(25);
    const hidden = withMemory(served, servingPanel(memory(), shops(190, 215, 203), settings));
    expect(forecastAt(served, hidden, START + 202 * DAY, { series: ['Oslo'] })).toEqual(rows);
  });

  it('brings every series to the same moment', () => {
    const late = servingPanel(memory(), shops(200, 203, 203, ['Oslo']), settings);
    const early = servingPanel(memory(), shops(200, 201, 201, ['Bonn']), settings);
    const both = withMemory(served, { ...late, series: [...late.series, ...early.series] });
    const rows = forecastAt(served, both, START + 202 * DAY);
    expect(new Set(rows.map(({ forecastPoint }) => forecastPoint))).toEqual(new Set([START + 202 * DAY]));
    expect(rows.every(({ value }) => Number.isFinite(value))).toBe(true);
  });

  it('refuses times off the grid and cells that are no numbers', () => {
    const shifted = frame([
      dateColumn('day', [START + 200.5 * DAY]),
      ...shops(200, 201, 201, ['Oslo']).columns.slice(1),
    ]);
    expect(() => servingPanel(memory(), shifted, settings)).toThrow(/between two steps of 1 DAY/);
    const panel = servingPanel(memory(), shops(200, 201), settings);
    expect(() => forecastAt(served, panel, START + 200.5 * DAY)).toThrow(/forecast point .* between two steps/);
    const words = frame([...shops(200, 201, 201, ['Oslo']).columns.slice(0, 2), categoricalColumn('sales', ['many'])]);
    expect(() => servingPanel(memory(), words, settings)).toThrow(/"sales" must hold a number, but row 0 has "many"/);
  });
});
