import { expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { stepOf } from './steps.ts';
import { summary } from './summary.ts';

const said = (draft: Draft) => Object.fromEntries(summary(draft).map(({ name, value }) => [name, value]));

test('a forecast is told with its series, windows and what it is judged on', () => {
  const draft = {
    target: 'sales',
    kind: 'series',
    date: 'day',
    series: ['shop', 'item'],
    forecastTo: 1,
    backtests: 1,
    gap: 2,
  };
  expect(said(draft as Draft)).toMatchObject({
    Kind: 'Time series',
    Series: 'shop, item',
    Forecasts: '1 to 1 day ahead',
    'Known in advance': 'nothing',
    'Judged on': '1 backtest and a holdout',
    Gap: '2 days',
    Mode: 'Quick',
    Workers: 'all there are',
  });
});

test('rows without time are told with their folds', () => {
  const told = said({ target: 'churn', kind: 'rows', method: 'group', group: 'household', folds: 4, holdoutPct: 10 });
  expect(told['Judged on']).toBe('4 folds (whole groups of household) and a holdout of 10 %');
  expect(told).not.toHaveProperty('Date');
});

test('a draft without a holdout says so by leaving it out', () => {
  expect(said({ target: 'y', kind: 'dated', date: 'day', holdout: false })['Judged on']).toBe('2 backtests');
});

test.each([
  ['time', true, 'time'],
  ['elsewhere', true, 'target'],
  [undefined, true, 'target'],
  ['models', false, 'data'],
] as const)('the step %s of an address is, with a project %s, %s', (text, hasProject, step) => {
  expect(stepOf(text, hasProject)).toBe(step);
});
