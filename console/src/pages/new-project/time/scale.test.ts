import { expect, test } from 'vitest';
import type { Partitioning } from '../../../api/projects.ts';
import { dateText, lanesOf, placed, rangeOf, ticks } from './scale.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const backtest = (index: number, split: number) => ({
  index,
  primaryTrainingStartDate: day(1),
  primaryTrainingEndDate: day(split),
  gapStartDate: day(split),
  gapEndDate: day(split + index),
  validationStartDate: day(split + index),
  validationEndDate: day(split + index + 5),
});
const plan = {
  primaryTrainingStartDate: day(1),
  primaryTrainingEndDate: day(26),
  gapStartDate: day(26),
  gapEndDate: day(26),
  holdoutStartDate: day(26),
  holdoutEndDate: day(31),
  backtests: [backtest(0, 21), backtest(1, 15)],
} as unknown as Partitioning;

test('older backtests come first and the holdout last, without bars of no length', () => {
  const lanes = lanesOf(plan);
  expect(lanes.map(({ name }) => name)).toEqual(['Backtest 2', 'Backtest 1', 'Holdout']);
  expect(lanes.map(({ bars }) => bars.map(({ kind }) => kind))).toEqual([
    ['training', 'gap', 'validation'],
    ['training', 'validation'],
    ['training', 'holdout'],
  ]);
});

test('the range is that of all lanes, and its ends fall on the ends of the drawing', () => {
  const range = rangeOf(lanesOf(plan));
  const place = placed(range, 100, 500);
  expect([place(range.from), place(range.to)]).toEqual([100, 500]);
  expect(ticks(range, 3).map((at) => dateText(at, range))).toEqual(['2026-01-01', '2026-01-16', '2026-01-31']);
});

test('a plan without a holdout has none', () => {
  expect(lanesOf({ ...plan, holdoutStartDate: null }).map(({ name }) => name)).toEqual(['Backtest 2', 'Backtest 1']);
});
