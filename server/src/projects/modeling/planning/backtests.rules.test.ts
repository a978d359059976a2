import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellAt } from '../../core/partitioning/plan.ts';
import { type PartitionRequest, seriesParts, timeSpans } from './backtests.rules.ts';

const DAY = 86_400_000;
const none: PartitionRequest = {
  numberOfBacktests: null,
  disableHoldout: false,
  validationDuration: null,
  gapDuration: null,
  holdout: null,
  backtests: [],
};
const axisOf = (cells: number) => ({
  first: 0,
  last: cells - 1,
  typicalLength: cells,
  timeOf: (cell: number) => cell * DAY,
});
const week = { history: 28, blind: 0, first: 1, last: 7 };

describe('backtests and holdout of series', () => {
  test('lie side by side before the end, newest first', () => {
    const { alignment, parts } = seriesParts({ ...none, numberOfBacktests: 2 }, week, axisOf(100));
    expect(alignment).toBe('own end');
    expect(parts.map(({ name, trainEnd, from, to, points }) => [name, trainEnd, from, to, points])).toEqual([
      ['holdout', 92, 93, 100, [92]],
      ['backtest_0', 85, 86, 93, [85]],
      ['backtest_1', 78, 79, 86, [78]],
    ]);
  });

  test('a gap is left unused, dates are kept to, and a longer validation has several forecast points', () => {
    const holdout = { start: 80 * DAY, end: 94 * DAY };
    const { alignment, parts } = seriesParts(
      { ...none, numberOfBacktests: 1, gapDuration: 'P3D', holdout },
      week,
      axisOf(100),
    );
    expect(alignment).toBe('calendar');
    expect(parts[0]).toMatchObject({ trainEnd: 76, from: 80, to: 94, points: [79, 86] });
  });

  test('more backtests than history are refused by name', () => {
    expect(() => seriesParts({ ...none, numberOfBacktests: 20 }, week, axisOf(60))).toThrow(/fewer backtests/);
    expect(() => seriesParts(none, week, axisOf(2))).toThrow(/2 time steps/);
  });

  test('nothing is evaluated that was trained on, whatever is requested', () => {
    const requested = fc.record({
      count: fc.integer({ min: 1, max: 5 }),
      gap: fc.integer({ min: 0, max: 9 }),
      cells: fc.integer({ min: 5, max: 400 }),
      last: fc.integer({ min: 1, max: 20 }),
      off: fc.boolean(),
    });
    fc.assert(
      fc.property(requested, ({ count, gap, cells, last, off }) => {
        const request = { ...none, numberOfBacktests: count, gapDuration: `P${gap}D`, disableHoldout: off };
        const windows = { ...week, last };
        let parts: ReturnType<typeof seriesParts>['parts'];
        try {
          ({ parts } = seriesParts(request, windows, axisOf(cells)));
        } catch (error) {
          expect(String(error)).toContain('Ask for fewer backtests');
          return;
        }
        expect(parts).toHaveLength(count + (off ? 0 : 1));
        for (const [i, part] of parts.entries()) {
          expect(part.trainEnd).toBe(part.from - gap - 1);
          expect(part.to).toBe(i === 0 ? cells : parts[i - 1]?.from);
          // Every cell of the part is in exactly one forecast window.
          const evaluated = part.points
            .flatMap((point) => Array.from({ length: last }, (_, k) => point + 1 + k))
            .filter((cell) => cell < part.to);
          expect(evaluated).toEqual(Array.from({ length: part.to - part.from }, (_, k) => part.from + k));
        }
      }),
    );
  });
});

test('the cell at a time is the first one that does not begin before it', () => {
  expect(cellAt(axisOf(10), 3 * DAY)).toBe(3);
  expect(cellAt(axisOf(10), 3 * DAY + 1)).toBe(4);
  expect(cellAt(axisOf(10), 99 * DAY)).toBe(10);
});

describe('stretches of time for rows', () => {
  test('each trains before it validates, and they meet', () => {
    const { backtests, holdout } = timeSpans(
      { ...none, validationDuration: 'P10D', numberOfBacktests: 2 },
      { first: 0, last: 100 * DAY - 1 },
    );
    expect(holdout).toEqual({ trainStart: 0, trainEnd: 90 * DAY, from: 90 * DAY, to: 100 * DAY });
    expect(backtests.map(({ from, to }) => [from / DAY, to / DAY])).toEqual([
      [80, 90],
      [70, 80],
    ]);
  });

  test('the gap is left out before every validation and the holdout', () => {
    const { backtests, holdout } = timeSpans(
      { ...none, validationDuration: 'P10D', gapDuration: 'P3D', numberOfBacktests: 2 },
      { first: 0, last: 100 * DAY - 1 },
    );
    expect([holdout, ...backtests].map((span) => (span?.trainEnd ?? 0) / DAY)).toEqual([87, 77, 67]);
  });

  test('too long a validation is refused', () => {
    expect(() => timeSpans({ ...none, validationDuration: 'P60D' }, { first: 0, last: 100 * DAY })).toThrow(
      /nothing to train on/,
    );
  });
});
