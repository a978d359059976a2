import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { column } from '../frame/frame.ts';
import type { Normaliser } from './choose-normaliser.ts';
import { deriveRows } from './derive.ts';
import type { Feature, RollingStat } from './feature.ts';
import { panelOfSequences } from './panel.ts';
import type { Recipe } from './recipe.ts';
import { planOf } from './training-plan.ts';

const STATS: readonly RollingStat[] = ['mean', 'std', 'min', 'max', 'median', 'slope'];
const features = (windows: readonly number[]): Feature[] =>
  windows.flatMap((window) => STATS.map((stat): Feature => ({ kind: 'rolling', window, stat })));

/** Numbers that repeat, numbers that round, zeros of both signs, and holes. */
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0) },
  { weight: 2, arbitrary: fc.constant(Number.NaN) },
);
const sequence = fc.array(cell, { minLength: 6, maxLength: 90 }).map((cells) => Float64Array.from(cells));
const normaliser = fc.constantFrom<Normaliser>(
  { transform: 'none', centre: 'none', scale: 'one', window: 1, period: 1 },
  { transform: 'none', centre: 'mean', scale: 'level', window: 5, period: 3 },
);

describe('rolling statistics', () => {
  it('are the same bits for origins in a row as for each origin alone', () => {
    fc.assert(
      fc.property(
        fc.tuple(sequence, sequence),
        normaliser,
        fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 7, 14, 48, 49, 60), { minLength: 1 }),
        fc.integer({ min: 10, max: 100 }),
        (sequences, chosen, windows, history) => {
          const panel = panelOfSequences(
            'DAY',
            sequences.map((values, s) => ({ id: `s${s}`, values })),
          );
          const recipe: Recipe = { normaliser: chosen, history, features: features(windows) };
          const pairs = sequences.flatMap((values, s) => Array.from(values, (_, origin) => [s, origin] as const));
          const plan = planOf(
            Int32Array.from(pairs, ([s]) => s),
            Int32Array.from(pairs, ([, origin]) => origin),
            [1],
          );
          const together = deriveRows(panel, recipe, plan).x;
          pairs.forEach(([s, origin], row) => {
            const alone = deriveRows(panel, recipe, planOf(Int32Array.of(s), Int32Array.of(origin), [1])).x;
            for (const { name } of together.columns) {
              const [one, all] = [column(alone, name), column(together, name)];
              if (one.kind !== 'numeric' || all.kind !== 'numeric') throw new Error(`${name} is not a number`);
              if (!Object.is(one.values[0], all.values[row])) expect(all.values[row], name).toBe(one.values[0]);
            }
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are those of the cells in the window, whichever are missing', () => {
    const values = Float64Array.of(5, 1, Number.NaN, 4, 1, 9, Number.NaN, Number.NaN, Number.NaN, 2);
    const panel = panelOfSequences('DAY', [{ id: 'a', values }]);
    const plain: Normaliser = { transform: 'none', centre: 'none', scale: 'one', window: 1, period: 1 };
    const recipe: Recipe = { normaliser: plain, history: 10, features: features([3]) };
    const origins = Int32Array.from(values, (_, origin) => origin);
    const { x } = deriveRows(panel, recipe, planOf(new Int32Array(values.length), origins, [1]));
    const [, , min, max, median] = x.columns.map((one) => (one.kind === 'numeric' ? [...one.values] : []));
    expect(min).toEqual([5, 1, 1, 1, 1, 1, 1, 9, Number.NaN, 2]);
    expect(max).toEqual([5, 5, 5, 4, 4, 9, 9, 9, Number.NaN, 2]);
    expect(median).toEqual([5, 3, 3, 2.5, 2.5, 4, 5, 9, Number.NaN, 2]);
  });
});
