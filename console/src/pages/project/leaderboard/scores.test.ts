import { expect, test } from 'vitest';
import type { ModelRecord, Scores } from '../../../api/models.ts';
import { best, leading, metricNames, scoreColumns, standing } from './scores.ts';

const none: Scores = { validation: null, crossValidation: null, holdout: null, training: null };
const model = (scores: Partial<Scores>) => ({ metrics: { MAE: { ...none, ...scores } } }) as unknown as ModelRecord;

test('a project with dates has a column for each backtest, for all of them and for the holdout', () => {
  const models = [model({ backtestingScores: [3, 5], backtesting: 4 }), model({ backtestingScores: [2] })];
  const columns = scoreColumns(models, true);
  expect(columns.map(({ name }) => name)).toEqual(['Backtest 1', 'Backtest 2', 'All backtests', 'Holdout']);
  expect(columns.map(({ read }) => read(models[0] as ModelRecord, 'MAE'))).toEqual([3, 5, 4, null]);
  expect(scoreColumns(models, false).map(({ name }) => name)).toEqual(['Validation', 'Cross validation', 'Holdout']);
});

test('the best comes first whichever way the metric goes, and what has no score comes last', () => {
  const order = (lower: boolean) => [null, 0.7, 0.9].sort((a, b) => standing(a, lower) - standing(b, lower));
  expect(order(true)).toEqual([0.7, 0.9, null]);
  expect(order(false)).toEqual([0.9, 0.7, null]);
});

test('the best score of a column is known only when there is one', () => {
  const column = leading(true);
  expect(best([model({ backtesting: 4 }), model({ backtesting: 3 }), model({})], column, 'MAE', true)).toBe(3);
  expect(best([model({ backtesting: 4 }), model({ backtesting: 3 })], column, 'MAE', false)).toBe(4);
  expect(best([model({})], column, 'MAE', true)).toBeNull();
});

test('the metrics are those any model has', () => {
  expect(metricNames([model({}), { metrics: { AUC: none } } as unknown as ModelRecord])).toEqual(['AUC', 'MAE']);
});
