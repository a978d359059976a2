import { expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { stepOf } from './steps.ts';
import { summary } from './summary.ts';

const linesOf = (draft: Draft) => Object.fromEntries(summary(draft).map(({ name, value }) => [name, value]));

test('a forecast is summarised with its series, windows and what it is evaluated on', () => {
  const draft = {
    target: 'sales',
    kind: 'series',
    date: 'day',
    series: ['shop', 'item'],
    forecastTo: 1,
    backtests: 1,
    gap: 2,
  };
  expect(linesOf(draft as Draft)).toMatchObject({
    'Project type': 'Time series',
    Series: 'shop, item',
    Forecasts: '1 to 1 day ahead',
    'Known in advance': 'nothing',
    'Evaluated on': '1 backtest and a holdout',
    Gap: '2 days',
    Mode: 'Quick',
    Metric: 'MASE',
    Workers: 'All available',
  });
});

test('rows without time are summarised with their folds', () => {
  const lines = linesOf({
    target: 'churn',
    kind: 'rows',
    method: 'group',
    group: 'household',
    folds: 4,
    holdoutPct: 10,
  });
  expect(lines['Evaluated on']).toBe('4 folds (whole groups of household) and a holdout of 10 %');
  expect(lines).not.toHaveProperty('Date');
});

test('a draft without a holdout says so by leaving it out', () => {
  expect(linesOf({ target: 'y', kind: 'dated', date: 'day', holdout: false })['Evaluated on']).toBe('2 backtests');
});

test.each([
  ['time', true, 'time'],
  ['elsewhere', true, 'target'],
  [undefined, true, 'target'],
  ['models', false, 'data'],
] as const)('the step %s of an address is, with a project %s, %s', (text, hasProject, step) => {
  expect(stepOf(text, hasProject)).toBe(step);
});
