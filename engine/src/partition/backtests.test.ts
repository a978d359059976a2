import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateColumn } from '../frame/build-columns.ts';
import type { DateColumn } from '../frame/frame.ts';
import { type BacktestPlan, backtests } from './backtests.ts';
import { duration, earlier } from './time-axis.ts';

const DAY = 86_400_000;
const start = Date.UTC(2023, 0, 1);
const days = (count: number): DateColumn =>
  dateColumn(
    'day',
    Array.from({ length: count }, (_, day) => start + day * DAY),
  );
const iso = (instant: number) => new Date(instant).toISOString().slice(0, 10);

describe('durations', () => {
  it.each([
    ['P1M', '2024-03-31', '2024-02-29'],
    ['P1Y', '2024-02-29', '2023-02-28'],
    ['P1Y2M', '2024-01-15', '2022-11-15'],
    ['P2W', '2024-01-15', '2024-01-01'],
    ['PT36H', '2024-01-15', '2024-01-13'],
  ])('%s before %s is %s', (text, from, expected) => {
    expect(iso(earlier(Date.parse(from), duration(text)))).toBe(expected);
  });

  it.each(['', 'P', 'PT', '1D', 'P1.5M', 'P-1D'])('refuses %j', (text) => {
    expect(() => duration(text)).toThrow(expect.objectContaining({ code: 'partition.duration' }));
  });
});

describe('backtests by calendar', () => {
  const column = days(365);
  const made = backtests(column, {
    backtests: 2,
    validation: duration('P1M'),
    gap: duration('P7D'),
    holdout: duration('P1M'),
    end: Date.UTC(2024, 0, 1),
  });

  it('walk back month by month from the holdout', () => {
    const windows = [made.holdoutTest, ...made.folds].map((fold) => iso(fold?.validationWindow.start ?? 0));
    expect(windows).toEqual(['2023-12-01', '2023-11-01', '2023-10-01']);
    expect(made.holdout.length).toBe(31);
    expect(made.folds.map((fold) => fold.validation.length)).toEqual([30, 31]);
  });

  it('end training a gap before validation', () => {
    expect(iso(made.folds[0]?.trainWindow.end ?? 0)).toBe('2023-10-25');
    expect(iso(column.values[made.folds[0]?.train.at(-1) ?? 0] ?? 0)).toBe('2023-10-24');
  });

  it('have no holdout when it has no length', () => {
    for (const holdout of [{ rows: 0 }, duration('P0D')]) {
      const {
        holdoutTest,
        holdout: rows,
        folds,
      } = backtests(column, { backtests: 1, validation: { rows: 5 }, holdout });
      expect([holdoutTest, rows.length, folds[0]?.validation.at(-1)]).toEqual([undefined, 0, 364]);
    }
  });

  it('limit the history when asked to', () => {
    const [fold] = backtests(column, { backtests: 1, validation: duration('P7D'), training: duration('P14D') }).folds;
    expect(fold?.train.length).toBe(14);
  });
});

describe('backtests by rows', () => {
  const plans: fc.Arbitrary<BacktestPlan> = fc.record({
    backtests: fc.integer({ min: 1, max: 3 }),
    validation: fc.record({ rows: fc.integer({ min: 1, max: 8 }) }),
    gap: fc.record({ rows: fc.nat(4) }),
    holdout: fc.record({ rows: fc.integer({ min: 1, max: 8 }) }),
  });

  it('count distinct timestamps and never train on what comes later, whatever the order of rows', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 40, max: 80 }), fc.nat(), (plan, count, turn) => {
        const [gap, validation] = [plan.gap as { rows: number }, plan.validation as { rows: number }];
        const irregular = Array.from({ length: count }, (_, at) => start + (at + (at % 3) * 0.2) * DAY);
        const twoSeries = [...irregular, ...irregular];
        const turned = [...twoSeries.slice(turn % count), ...twoSeries.slice(0, turn % count)];
        const column = dateColumn('day', turned);
        const made = backtests(column, plan);
        for (const fold of made.folds) {
          const last = Math.max(...Array.from(fold.train, (row) => column.values[row] as number));
          const first = Math.min(...Array.from(fold.validation, (row) => column.values[row] as number));
          expect(fold.validation.length).toBe(2 * validation.rows);
          expect(irregular.filter((time) => time > last && time < first).length).toBe(gap.rows);
        }
      }),
    );
  });
});

describe('bad input', () => {
  it('says which backtest has no rows', () => {
    const act = () => backtests(days(10), { backtests: 3, validation: { rows: 4 } });
    expect(act).toThrow(/backtest 3 of 3 has no rows/);
    expect(act).toThrow(expect.objectContaining({ code: 'partition.too-short', column: 'day' }));
  });

  it('names the row without a date', () => {
    expect(() => backtests(dateColumn('day', [1, null]), { backtests: 1, validation: { rows: 1 } })).toThrow(
      expect.objectContaining({ code: 'partition.missing-date', column: 'day', row: 1 }),
    );
  });

  it.each([0, 1.5])('refuses %s backtests', (count) => {
    expect(() => backtests(days(9), { backtests: count, validation: { rows: 1 } })).toThrow(/whole number from 1/);
  });
});
