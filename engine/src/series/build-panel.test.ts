import { describe, expect, it } from 'vitest';
import { type Column, frame } from '../frame/frame.ts';
import { buildPanel } from './build-panel.ts';
import { detectAll, detectSeries } from './detect-series.ts';

const DAY = 86_400_000;
const date = (values: number[]): Column => ({ kind: 'date', name: 'day', values: Float64Array.from(values) });
const number = (name: string, values: number[]): Column => ({
  kind: 'numeric',
  name,
  values: Float64Array.from(values),
});
const category = (name: string, levels: string[], codes: number[]): Column => ({
  kind: 'categorical',
  name,
  levels,
  codes: Int32Array.from(codes),
});

/** Two shops, shop b without its third day, rows not in order. */
const shops = frame([
  date([0, 0, DAY, DAY, 2 * DAY, 3 * DAY, 3 * DAY]),
  category('shop', ['a', 'b'], [0, 1, 0, 1, 0, 1, 0]),
  number('sales', [1, 10, 2, 20, 3, 40, 4]),
  number('price', [5, 6, 5, 6, 5, 6, 7]),
  number('size', [100, 200, 100, 200, 100, 200, 100]),
]);
const settings = { dateColumn: 'day', idColumns: ['shop'], target: 'sales' };

describe('series detection', () => {
  it('finds unit, step and gaps by series ID column', () => {
    const found = detectSeries(shops, 'day', ['shop']);
    expect(found).toMatchObject({ series: 2, timestamps: 4, eligible: true, timeUnit: 'DAY', timeStep: 1, gaps: 1 });
    expect(found.reasons).toEqual([]);
  });

  it('says which column, series and row make a candidate unusable', () => {
    const [bySales, bySize, none] = [...detectAll(shops, 'day', ['sales', 'size']), detectSeries(shops, 'day', [])];
    expect(bySales).toMatchObject({ eligible: false, timeUnit: null });
    expect(bySize).toMatchObject({ eligible: true, series: 2 });
    expect(none?.duplicates).toBe(3);
    expect(none?.reasons[0]).toMatch(/without an id column, series "" has the same time in "day".*first in row 1:/);
  });

  it.each([
    ['MONTH', 1, ['2020-01-31', '2020-02-29', '2020-03-31', '2020-05-31']],
    ['QUARTER', 1, ['2020-01-01', '2020-04-01', '2020-07-01']],
    ['YEAR', 1, ['2019-07-01', '2020-07-01', '2021-07-01']],
    ['WEEK', 1, ['2020-01-01', '2020-01-08', '2020-01-15']],
    ['DAY', 3, ['2020-01-01', '2020-01-04', '2020-01-07']],
    ['MINUTE', 15, ['2020-01-01T00:00Z', '2020-01-01T00:15Z', '2020-01-01T00:30Z']],
  ])('reads a step of %s %i from stamps', (timeUnit, timeStep, stamps) => {
    const table = frame([date(stamps.map((stamp) => Date.parse(stamp)))]);
    expect(detectSeries(table, 'day', [])).toMatchObject({ timeUnit, timeStep });
  });

  it('calls uneven stamps irregular and names the first', () => {
    const table = frame([date([0, DAY, 2 * DAY, 2.5 * DAY, 4.1 * DAY])]);
    const found = detectSeries(table, 'day', []);
    expect(found).toMatchObject({ eligible: true, timeUnit: null, irregular: 2 });
    expect(found.reasons[0]).toMatch(/first in row 3: use ROW windows/);
  });
});

describe('a panel', () => {
  it('has one series a key on one grid, gaps as NaN, static columns recognised', () => {
    const panel = buildPanel(shops, { ...settings, knownInAdvance: ['price'] });
    expect(panel.grid).toEqual({ unit: 'DAY', step: 1, anchor: 0 });
    expect(panel.covariates.map(({ name, use }) => `${name} ${use}`)).toEqual(['price known', 'size static']);
    const [a, b] = panel.series;
    expect(a).toMatchObject({ id: 'a', start: 0, target: Float64Array.of(1, 2, 3, 4), statics: [100] });
    expect(b?.target).toEqual(Float64Array.of(10, 20, Number.NaN, 40));
    expect(b?.known[0]).toEqual(Float64Array.of(6, 6, Number.NaN, 6));
  });

  it('keeps rows without a target as the known future', () => {
    const table = frame([date([0, DAY, 2 * DAY]), number('sales', [1, 2, Number.NaN]), number('price', [7, 8, 9])]);
    const panel = buildPanel(table, { dateColumn: 'day', idColumns: [], target: 'sales', knownInAdvance: ['price'] });
    expect(panel.series[0]?.target).toEqual(Float64Array.of(1, 2));
    expect(panel.series[0]?.known[0]).toEqual(Float64Array.of(7, 8, 9));
  });

  it('refuses repeated times by series and row, or aggregates them when told how', () => {
    const table = frame([date([0, DAY, DAY]), category('shop', ['a'], [0, 0, 0]), number('sales', [1, 2, 5])]);
    expect(() => buildPanel(table, settings)).toThrow(
      expect.objectContaining({ code: 'series.duplicate-time', column: 'day', series: 'a', row: 2 }),
    );
    const values = (duplicates: 'sum' | 'mean' | 'last') =>
      buildPanel(table, { ...settings, duplicates }).series[0]?.target[1];
    expect([values('sum'), values('mean'), values('last')]).toEqual([7, 3.5, 5]);
  });

  it('numbers rows instead of times on request', () => {
    const table = frame([date([0, DAY, 9 * DAY]), number('sales', [1, 2, 5])]);
    const panel = buildPanel(table, { dateColumn: 'day', idColumns: [], target: 'sales', basis: 'rows' });
    expect(panel).toMatchObject({ dated: false, grid: { unit: 'ROW' } });
    expect(panel.series[0]?.target).toEqual(Float64Array.of(1, 2, 5));
  });

  it('refuses what it cannot lay on a grid', () => {
    const empty = frame([date([]), number('sales', [])]);
    const ids = { dateColumn: 'day', idColumns: [], target: 'sales' };
    expect(() => buildPanel(empty, ids)).toThrow(expect.objectContaining({ code: 'series.empty' }));
    const timeless = frame([date([0, Number.NaN]), number('sales', [1, 2])]);
    expect(() => buildPanel(timeless, ids)).toThrow(expect.objectContaining({ code: 'series.missing-time', row: 1 }));
    const infinite = frame([date([0, DAY]), number('sales', [1, Infinity])]);
    expect(() => buildPanel(infinite, ids)).toThrow(expect.objectContaining({ column: 'sales', row: 1 }));
    const blank = frame([date([0, DAY]), number('sales', [Number.NaN, Number.NaN])]);
    expect(() => buildPanel(blank, ids)).toThrow(expect.objectContaining({ code: 'series.no-target' }));
  });
});
