import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { column } from '../frame/frame.ts';
import type { Normaliser } from './choose-normaliser.ts';
import { deriveRows } from './derive.ts';
import { seasonalBack } from './feature.ts';
import type { Panel, PanelSeries } from './panel.ts';
import { checkRecipe, defaultRecipe, type Recipe } from './recipe.ts';
import { planOf, targetsOf, trainingPlan } from './training-plan.ts';

const plain: Normaliser = { transform: 'none', centre: 'none', scale: 'one', window: 1, period: 1 };

function aPanel(random = seededRandom(1), count = 3, length = 60): Panel {
  const series = Array.from({ length: count }, (_, s): PanelSeries => {
    const noise = () => Float64Array.from({ length }, () => 10 + random.normal());
    return {
      id: `s${s}`,
      start: s,
      target: noise(),
      known: [Float64Array.from({ length: length + 30 }, () => random.next())],
      observed: [noise()],
      statics: [s],
    };
  });
  return {
    target: 'sales',
    grid: { unit: 'DAY', step: 1, anchor: 0 },
    dated: true,
    covariates: [
      { name: 'price', use: 'known', derive: true },
      { name: 'visitors', use: 'observed', derive: true },
      { name: 'shop', use: 'static', derive: false },
    ],
    series,
  };
}

const recipeFor = (panel: Panel, normaliser: Normaliser, periods: readonly number[] = [7]): Recipe =>
  defaultRecipe(panel, {
    windows: { history: 40, blind: 0, first: 1, last: 10 },
    periods,
    normaliser,
    events: [{ time: 20 * 86_400_000, name: 'fair' }],
    crossSeries: true,
  });

/** Everything after each origin's cell made unusable, the known future left as it is. */
function poisonFuture(panel: Panel, lastCell: number, poison: number): Panel {
  const spoil = (start: number, values: Float64Array) =>
    values.map((value, i) => (start + i > lastCell ? poison : value));
  return {
    ...panel,
    series: panel.series.map((one) => ({
      ...one,
      target: spoil(one.start, one.target),
      observed: one.observed.map((values) => spoil(one.start, values)),
    })),
  };
}

describe('derived features', () => {
  it('never change when the future is poisoned, for any season and any distance', () => {
    const normalisers: Normaliser[] = [
      plain,
      { transform: 'log', centre: 'mean', scale: 'change', window: 14, period: 7 },
      { transform: 'none', centre: 'seasonal', scale: 'level', window: 7, period: 3 },
      { transform: 'log1p', centre: 'last', scale: 'one', window: 7, period: 7 },
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 50 }),
        fc.constantFrom(...normalisers),
        fc.constantFrom([], [2], [7], [3, 12]),
        fc.constantFrom(Number.NaN, 1e30, -1e30),
        (cell, normaliser, periods, poison) => {
          const panel = aPanel();
          const recipe = recipeFor(panel, normaliser, periods);
          const origins = panel.series.map(({ start }) => cell - start);
          const plan = planOf(Int32Array.of(0, 1, 2), Int32Array.from(origins), [1, 2, 3, 6, 7, 8, 10, 25]);
          expect(deriveRows(poisonFuture(panel, cell, poison), recipe, plan)).toEqual(deriveRows(panel, recipe, plan));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are the same bits for one origin as for a batch', () => {
    const panel = aPanel();
    const recipe = recipeFor(panel, { transform: 'none', centre: 'mean', scale: 'change', window: 14, period: 7 });
    const origins = Int32Array.from({ length: 30 }, (_, i) => 20 + i);
    const batch = deriveRows(panel, recipe, planOf(new Int32Array(30).fill(1), origins, [1, 5]));
    const single = deriveRows(panel, recipe, planOf(Int32Array.of(1), Int32Array.of(33), [1, 5]));
    for (const one of single.x.columns) {
      const whole = column(batch.x, one.name);
      if (one.kind !== 'numeric' || whole.kind !== 'numeric') throw new Error('all features here are numbers');
      expect(one.values).toEqual(whole.values.slice(26, 28));
    }
  });

  it('are what their names say', () => {
    const panel = aPanel(seededRandom(2), 1, 20);
    const ramp = Float64Array.from({ length: 20 }, (_, i) => i);
    const steps: Panel = { ...panel, series: [{ ...(panel.series[0] as PanelSeries), target: ramp }] };
    const recipe: Recipe = {
      normaliser: plain,
      history: 15,
      features: [
        { kind: 'lag', back: 2 },
        { kind: 'seasonal-lag', period: 4, cycle: 0, shift: 0 },
        { kind: 'seasonal-lag', period: 4, cycle: 1, shift: 1 },
        { kind: 'rolling', window: 4, stat: 'mean' },
        { kind: 'rolling', window: 5, stat: 'median' },
        { kind: 'rolling', window: 4, stat: 'slope' },
        { kind: 'rolling', window: 4, stat: 'min' },
        { kind: 'change', window: 3 },
        { kind: 'difference', back: 5 },
        { kind: 'lag', back: 14 },
        { kind: 'calendar', part: 'weekday' },
      ],
    };
    const { x } = deriveRows(steps, recipe, planOf(Int32Array.of(0), Int32Array.of(16), [3, 4, 5]));
    const cells = x.columns.map((one) => (one.kind === 'numeric' ? [...one.values] : []));
    expect(cells).toEqual([
      [14, 14, 14],
      [15, 16, 13],
      // Shifted one later: distance 4 would be the origin's next cell, so it falls back one season.
      [12, 13, 10],
      [14.5, 14.5, 14.5],
      [14, 14, 14],
      [1, 1, 1],
      [13, 13, 13],
      [3, 3, 3],
      [5, 5, 5],
      [2, 2, 2],
      // Cell 19 is 1970-01-20, a Tuesday.
      [1, 2, 3],
    ]);
  });

  it('cannot be asked for a cell after the forecast point', () => {
    const ahead: Recipe = { normaliser: plain, history: 5, features: [{ kind: 'lag', back: -1 }] };
    expect(() => checkRecipe(ahead)).toThrow(/back = -1.*at or before the forecast point/);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 200 }), fc.nat(3), (period, k, cycle) => {
        for (const shift of [-1, 0, 1]) expect(seasonalBack(period, k, cycle, shift)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('training rows', () => {
  it('have their target inside the history and are the same for the same seed', () => {
    const panel = aPanel();
    const settings = { distances: [1, 2, 3, 4, 5], maxRows: 200, distancesPerOrigin: 3, minHistory: 8 };
    const plan = trainingPlan(panel, settings, seededRandom(5));
    expect(plan.distance.length).toBeGreaterThan(100);
    expect(plan.distance.length).toBeLessThanOrEqual(200);
    expect(targetsOf(panel, plan).every(Number.isFinite)).toBe(true);
    expect(trainingPlan(panel, settings, seededRandom(5))).toEqual(plan);
  });
});
