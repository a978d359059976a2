import { expect, test } from 'vitest';
import { warningsOf } from './partitioning.record.ts';

test('parts with few rows are named, others are not', () => {
  const plenty = { training: 500, validation: 40 };
  expect(warningsOf({ backtest_0: plenty, backtest_1: { training: 12, validation: 40 } })).toEqual([
    { backtestIndex: 1, partition: 'training', warnings: [expect.stringContaining('Only 12 rows to learn from')] },
  ]);
  expect(warningsOf({ backtest_0: plenty, holdout: { training: 500, validation: 3 } })).toEqual([
    { backtestIndex: null, partition: 'holdout', warnings: [expect.stringContaining('Only 3 validation rows')] },
  ]);
  expect(warningsOf(undefined)).toEqual([]);
});
