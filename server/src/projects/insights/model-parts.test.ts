import { expect, test } from 'vitest';
import type { TablePlan } from '../core/partitioning/plan.ts';
import { sourceNamed, sourcesOf } from './model-parts.ts';
import { partitionId, partsOfSubset } from './training-predictions/training-rows.rules.ts';

const plan = (partition: TablePlan['partition']): TablePlan => ({
  kind: 'table',
  task: 'regression',
  target: 'y',
  classes: [],
  ignore: [],
  partition,
  rowCounts: {},
  totalRows: 0,
  seed: 1,
});
const folds = plan({ method: 'random', folds: 3, validation: 0.16, holdout: 0.2 });
const one = plan({ method: 'random', folds: 1, validation: 0.16, holdout: 0 });
const span = { trainStart: 0, trainEnd: 1, from: 1, to: 2 };
const dated = plan({ method: 'datetime', column: 'when', backtests: [span, span], holdout: span });

test('sources by the names clients have for them', () => {
  expect(sourcesOf(folds).map(({ name }) => name)).toEqual(['validation', 'crossValidation', 'holdout']);
  expect(sourcesOf(one).map(({ name }) => name)).toEqual(['validation']);
  expect(sourcesOf(dated).map(({ name }) => name)).toEqual(['validation', 'backtest_2', 'allBacktests', 'holdout']);
  expect(sourceNamed(folds, 'crossValidation')?.parts).toEqual(['fold_0', 'fold_1', 'fold_2']);
  expect(sourceNamed(dated, 'backtest_2')?.parts).toEqual(['backtest_1']);
  expect(sourceNamed(dated, 'backtest_1')?.parts).toEqual(['backtest_0']);
  expect(sourceNamed(folds, 'backtest_2')).toBeUndefined();
});

test('subsets of the training data', () => {
  expect(partsOfSubset(folds, 'all')).toEqual(['fold_0', 'fold_1', 'fold_2', 'holdout']);
  expect(partsOfSubset(folds, 'validationAndHoldout')).toEqual(['fold_0', 'holdout']);
  expect(partsOfSubset(folds, 'allBacktests')).toBeUndefined();
  expect(partsOfSubset(one, 'holdout')).toBeUndefined();
  expect(partsOfSubset(dated, 'allBacktests')).toEqual(['backtest_0', 'backtest_1']);
  expect(['fold_2', 'backtest_0', 'holdout'].map(partitionId)).toEqual(['2.0', '0.0', 'Holdout']);
});
