import { expect, it } from 'vitest';
import { column } from '../frame/frame.ts';
import { deriveRows } from './derive.ts';
import type { Panel } from './panel.ts';
import { defaultRecipe, type RecipeSettings } from './recipe.ts';
import { planOf } from './training-plan.ts';

const CELLS = 30;
const one = (id: string, group: number, start: number, value: (cell: number) => number) => ({
  id,
  start,
  target: Float64Array.from({ length: CELLS - start }, (_, i) => value(start + i)),
  known: [],
  observed: [],
  statics: [group],
});

/** Two regions; in the second one a shop opens in the last week, as large as the other. */
const panel: Panel = {
  target: 'sales',
  grid: { unit: 'DAY', step: 1, anchor: 0 },
  dated: true,
  covariates: [{ name: 'region', use: 'static', derive: false }],
  series: [
    one('a', 0, 0, (cell) => (cell === CELLS - 1 ? 20 : 10)),
    one('b', 1, 0, () => 10),
    one('c', 1, CELLS - 3, () => 10),
  ],
};

function lags(more: Partial<RecipeSettings>): number[] {
  const recipe = defaultRecipe(panel, {
    windows: { history: 20, blind: 0, first: 1, last: 1 },
    periods: [7],
    normaliser: { transform: 'none', centre: 'none', scale: 'one', window: 1, period: 1 },
    crossSeries: true,
    ...more,
  });
  const feature = recipe.features.find((some) => some.kind === 'cross' && some.stat === 'lag');
  if (feature === undefined) throw new Error('The recipe has no feature over other series.');
  const plan = planOf(Int32Array.of(0, 1), Int32Array.of(CELLS - 1, CELLS - 1), [1]);
  const { x } = deriveRows(panel, { ...recipe, features: [feature] }, plan);
  const made = column(x, x.columns[0]?.name ?? '');
  return made.kind === 'numeric' ? Array.from(made.values, (value) => Math.round(1000 * value) / 1000) : [];
}

it('takes all series for one group unless told', () => {
  // Means over the newest season: six cells of 10 and one of (20 + 10 + 10) / 3.
  expect(lags({})).toEqual([1.273, 1.273]);
});

it('looks only at series with the same value of the column', () => {
  expect(lags({ crossSeriesGroup: 'region' })).toEqual([1.75, 1]);
});

it('adds up where that is asked for: a shop that opens counts', () => {
  // Region 1 sold 10 on four days and 20 on three.
  expect(lags({ crossSeriesGroup: 'region', crossSeriesTotal: true })).toEqual([1.75, 1.4]);
});

it('takes all series for one group where the column is not seen', () => {
  expect(lags({ crossSeriesGroup: 'nothing' })).toEqual(lags({}));
});
