import { beforeAll, describe, expect, it } from 'vitest';
import { runForecast } from '../autopilot/run-forecast.ts';
import { seededRandom } from '../core/random.ts';
import { textsOf } from '../frame/align-frame.ts';
import { categoricalColumn, dateColumn, numericColumn } from '../frame/build-columns.ts';
import { columnNamed, type Frame, frame } from '../frame/frame.ts';
import { buildPanel } from '../series/build-panel.ts';
import { forecastAt, lastKnownTime, withMemory } from './forecast-at.ts';
import { checkForecastPoint, defaultForecastPoint, type SentHistory } from './forecast-reach.ts';
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

/** The rows of one table after those of another. */
function joinedFrames(one: Frame, other: Frame): Frame {
  const of = (name: string) => [one, other].flatMap((table) => columnNamed(table, name) ?? []);
  const numbers = (name: string) =>
    of(name).flatMap((source) => ('codes' in source ? [] : ([...source.values] as number[])));
  const words = (name: string) =>
    of(name).flatMap((source) => {
      const text = textsOf(source);
      return Array.from({ length: 'codes' in source ? source.codes.length : 0 }, (_, row) => text(row));
    });
  return frame([
    dateColumn('day', numbers('day')),
    categoricalColumn('shop', words('shop')),
    numericColumn('sales', numbers('sales')),
    categoricalColumn('offer', words('offer')),
  ]);
}

let served: ServedForecaster;
beforeAll(async () => {
  const panel = buildPanel(shops(0, 200), settings);
  const plan = { mode: 'manual', blueprints: ['boosting-level-absolute'], last: 7, backtests: 1 } as const;
  served = forecasterFrom(await runForecast(panel, plan, { random: seededRandom(1) }));
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
    expect(new Set(rows.map(({ series }) => series))).toEqual(new Set(['Oslo', 'Bonn']));
    expect(rows.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  });

  const sentOf = (table: Frame): SentHistory => {
    const rows = servingPanel(memory(), table, settings);
    return { table, settings, rows, panel: withMemory(served, rows) };
  };
  const pointOf = (table: Frame) => ((defaultForecastPoint(served, sentOf(table)) ?? 0) - START) / DAY;

  it('rows without values are forecast from the last time known, at their true distance', () => {
    const later = shops(203, 205, 203, ['Oslo']);
    expect(pointOf(later)).toBe(199);
    const rows = forecastAt(served, sentOf(later).panel, START + 199 * DAY);
    expect(rows.find(({ time }) => time === START + 204 * DAY)?.distance).toBe(5);
    expect(pointOf(shops(206, 212, 206, ['Oslo'])), 'the first of them is reached').toBe(199);
    const appended = served.append(sentOf(later).rows).forecast({ series: ['Oslo'] });
    expect(appended[0]?.forecastPoint, 'they are no history').toBe(START + 199 * DAY);
    const open = {
      ...memory(),
      series: memory().series.map((one) => ({ ...one, target: Float64Array.of(1, Number.NaN) })),
    };
    expect(lastKnownTime(open)).toBe(START + (memory().series[0]?.start ?? 0) * DAY);
    expect(lastKnownTime({ ...open, series: [] })).toBeNull();
  });

  it('rows no forecast reaches are refused with the last time known', () => {
    const refusal = { code: 'series.out-of-reach', series: 'Oslo' };
    expect(() => pointOf(shops(207, 208, 207, ['Oslo']))).toThrow(expect.objectContaining(refusal));
    expect(() => pointOf(shops(3000, 3001, 3000, ['Oslo']))).toThrow(
      /2033-03-20T00:00:00.000Z is out of reach: the last date known is 2025-07-19T.* up to 2025-07-26T/,
    );
  });

  it('rows to forecast at or before the last time known are refused', () => {
    const refusal = { code: 'series.out-of-reach', series: 'Oslo' };
    for (const day of [-700_000, -1, 0, 150, 199]) {
      const early = shops(day, day + 1, day, ['Oslo']);
      expect(() => pointOf(early), `day ${day}`).toThrow(expect.objectContaining(refusal));
      expect(() => checkForecastPoint(served, sentOf(early), START + 199 * DAY)).toThrow(
        expect.objectContaining(refusal),
      );
    }
    expect(() => pointOf(shops(150, 152, 150, ['Oslo']))).toThrow(
      /2025-06-01T.* out of reach: the last date known is 2025-07-19T.*1 to 7 steps.*up to 2025-07-26T.*from 2025-07-20T/,
    );
    const apart = joinedFrames(shops(150, 160, 160, ['Oslo']), shops(180, 181, 180, ['Oslo']));
    expect(() => pointOf(apart), 'far after the values sent').toThrow(expect.objectContaining(refusal));
    const both = joinedFrames(shops(190, 203, 200, ['Bonn']), shops(150, 151, 150, ['Oslo']));
    expect(() => pointOf(both), 'of one series').toThrow(expect.objectContaining(refusal));
  });

  it('rows in reach are enough: gaps in the history and dates known before do not matter', () => {
    const early = shops(150, 151, 150, ['Oslo']);
    expect(pointOf(joinedFrames(early, shops(201, 202, 201, ['Oslo']))), 'one date inside').toBe(199);
    const gap = joinedFrames(shops(190, 200, 195, ['Oslo']), shops(200, 202, 202, ['Oslo']));
    expect(pointOf(gap), 'values missing inside of the history').toBe(201);
    expect(pointOf(joinedFrames(early, shops(190, 200, 200, ['Oslo']))), 'history only').toBe(199);
    expect(pointOf(shops(190, 200, 199, ['Oslo'])), 'the newest value is not sent').toBe(198);
    expect(pointOf(shops(150, 163, 160, ['Oslo'])), 'from the end of older history').toBe(159);
    expect(() => checkForecastPoint(served, sentOf(early), START + 149 * DAY)).not.toThrow();
  });

  it('history in the rows moves the last time known', () => {
    expect(pointOf(shops(2990, 3001, 3000, ['Oslo']))).toBe(2999);
    expect(() =>
      pointOf(joinedFrames(shops(2990, 3001, 3000, ['Oslo']), shops(3010, 3011, 3010, ['Oslo']))),
    ).not.toThrow();
    expect(() => pointOf(shops(2990, 3000, 2999, ['Oslo']))).not.toThrow();
    const apart = joinedFrames(shops(2990, 3000, 3000, ['Oslo']), shops(3010, 3011, 3010, ['Oslo']));
    expect(() => pointOf(apart)).toThrow(/last date known is 2033-03-19T/);
  });

  it('older history in the rows gives way to what is remembered where only that reaches the rows', () => {
    const old = joinedFrames(shops(150, 160, 160, ['Oslo']), shops(202, 203, 202, ['Oslo']));
    expect(pointOf(old)).toBe(199);
    expect(pointOf(shops(150, 160, 160, ['Oslo']))).toBe(159);
  });

  it('the history of one series is none of another', () => {
    const both = joinedFrames(shops(2990, 3001, 3000, ['Oslo']), shops(3000, 3001, 3000, ['Bonn']));
    expect(() => pointOf(both)).toThrow(expect.objectContaining({ code: 'series.out-of-reach', series: 'Bonn' }));
    expect(() => checkForecastPoint(served, sentOf(both), START + 2999 * DAY)).toThrow(/"Bonn".* 2025-07-19T/);
    expect(() => checkForecastPoint(served, sentOf(shops(200, 203, 200)), START + 199 * DAY)).not.toThrow();
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
