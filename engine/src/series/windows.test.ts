import { describe, expect, it } from 'vitest';
import { panelOfSequences } from './panel.ts';
import { timeOf } from './time-unit.ts';
import { distancesOf, planBacktests, windowsOnGrid } from './windows.ts';

const hours6 = { unit: 'HOUR', step: 6, anchor: 0 } as const;

describe('windows', () => {
  it('become steps of the grid, with blind history', () => {
    const windows = windowsOnGrid(
      { unit: 'DAY', derivationStart: -7, derivationEnd: -1, forecastStart: 1, forecastEnd: 2 },
      hours6,
    );
    expect(windows).toEqual({ history: 24, blind: 4, first: 4, last: 8 });
    expect(distancesOf(windows)).toEqual([8, 9, 10, 11, 12]);
  });

  it('in rows count rows', () => {
    const rows = { unit: 'ROW', derivationStart: -30, derivationEnd: 0, forecastStart: 1, forecastEnd: 3 } as const;
    expect(windowsOnGrid(rows, { unit: 'ROW', step: 1, anchor: 0 })).toEqual({
      history: 30,
      blind: 0,
      first: 1,
      last: 3,
    });
  });

  it.each([
    ['series.window-step', { unit: 'HOUR', derivationStart: -25, derivationEnd: 0, forecastStart: 6, forecastEnd: 12 }],
    ['series.window-unit', { unit: 'MONTH', derivationStart: -2, derivationEnd: 0, forecastStart: 1, forecastEnd: 2 }],
    [
      'series.derivation-window',
      { unit: 'HOUR', derivationStart: 0, derivationEnd: 0, forecastStart: 6, forecastEnd: 6 },
    ],
    [
      'series.derivation-window',
      { unit: 'HOUR', derivationStart: -6, derivationEnd: 6, forecastStart: 6, forecastEnd: 6 },
    ],
    [
      'series.forecast-window',
      { unit: 'HOUR', derivationStart: -6, derivationEnd: 0, forecastStart: 0, forecastEnd: 6 },
    ],
  ] as const)('are refused with %s', (code, settings) => {
    expect(() => windowsOnGrid(settings, hours6)).toThrow(expect.objectContaining({ code }));
  });

  it('follow the calendar over months of different length', () => {
    const grid = { unit: 'MONTH', step: 1, anchor: Date.UTC(2023, 11, 31) } as const;
    const days = [0, 1, 2, 3].map((cell) => new Date(timeOf(grid, cell)).toISOString().slice(0, 10));
    expect(days).toEqual(['2023-12-31', '2024-01-31', '2024-02-29', '2024-03-31']);
    expect(
      new Date(timeOf({ unit: 'MONTH', step: 1, anchor: Date.UTC(2024, 0, 31) }, -2023 * 12)).getUTCFullYear(),
    ).toBe(1);
  });
});

describe('backtests', () => {
  const panel = panelOfSequences('DAY', [
    { id: 'long', values: new Float64Array(30).fill(1) },
    { id: 'short', values: new Float64Array(9).fill(1) },
  ]);

  const daysAhead = (last: number) => ({ history: 1, blind: 0, first: 1, last });

  it('step back by the forecast window, behind the holdout, leaving short series out', () => {
    const plan = planBacktests(panel, daysAhead(4), { count: 3, holdout: 4, gap: 1 });
    expect(plan.holdout?.points.map(({ lengths }) => lengths)).toEqual([Int32Array.of(26, 5)]);
    expect(plan.backtests.map(({ points }) => [...(points[0]?.lengths ?? [])])).toEqual([
      [22, 0],
      [18, 0],
      [14, 0],
    ]);
    expect(plan.backtests[0]?.trainLengths).toEqual(Int32Array.of(21, 0));
  });

  it('hold several forecast points, whose windows tile a part that is learned before once', () => {
    const windows = { history: 5, blind: 2, first: 2, last: 4 };
    const [newest] = planBacktests(panel, windows, { count: 1, steps: 6 }).backtests;
    expect(newest?.trainLengths).toEqual(Int32Array.of(24, 3));
    // Two days are not known at a forecast point, and the first day is not forecast.
    expect(newest?.points.map(({ lengths }) => [...lengths])).toEqual([
      [21, 0],
      [24, 3],
    ]);
  });

  it('refuse series that are all shorter than the window', () => {
    expect(() => planBacktests(panel, daysAhead(40), { count: 1 })).toThrow(
      expect.objectContaining({ code: 'series.too-short', series: 'long', row: 30 }),
    );
  });
});
