import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { numericColumn } from '../../frame/build-columns.ts';
import { frame } from '../../frame/frame.ts';
import type { TrainingData } from '../estimator.ts';
import { defaultParams } from '../parameters.ts';
import { type GbdtParams, gbdt } from './gbdt.ts';

/**
 * The first six answers of LightGBM 4.7.0 after 10 rounds (num_leaves 7, learning_rate 0.2, lambda_l2 1,
 * one thread) on the rows below. min_data_in_leaf is 5, and 1 for the last two: where hessians vary LightGBM estimates
 * row counts from them with rounding, and we do without the rounding.
 */
const LIGHTGBM: Readonly<Record<string, readonly number[]>> = {
  squared: [0.203419546, 1.98532783, -0.336018832, -1.25149559, -5.19029307, -10.4480798],
  missing: [0.411870042, 1.94291827, -0.342445224, 0.642955663, 2.63123414, -10.7324339],
  gamma: [1.09910851, 1.42241883, 1.08439162, 1.06346945, 0.687159102, 0.367449761],
  poisson: [1.40847311, 1.80097729, 1.67777552, 1.21392367, 1.09563481, 1.15485327],
  tweedie: [0.481314704, 2.49950019, 0.300036118, 0.845772851, 0.0476617191, 0.0476617191],
};

const ROWS = 240;
const cells = (cell: (row: number) => number) => Float64Array.from({ length: ROWS }, (_, row) => cell(row));
const a = cells((i) => (i * 7) % 23);
const b = cells((i) => (i * 11) % 17);
const c = cells((i) => (i * 5) % 31);
const holed = b.map((value, i) => (i % 13 === 4 ? Number.NaN : value));
const base = cells((i) => Math.sin(a[i] as number) + 0.3 * (b[i] as number) - 0.02 * (c[i] as number) ** 2);
const at = (i: number) => base[i] as number;

const targets: Readonly<Record<string, Float64Array>> = {
  squared: base,
  missing: base.map((value, i) => (Number.isNaN(holed[i]) ? 5 : value)),
  poisson: cells((i) => Math.floor(Math.exp(at(i) / 8) + (i % 3))),
  gamma: cells((i) => Math.exp(at(i) / 8) + 0.1),
  tweedie: cells((i) => Math.max(0, at(i))),
};

function dataFor(name: string): TrainingData {
  const columns = [numericColumn('a', a), numericColumn('b', name === 'missing' ? holed : b), numericColumn('c', c)];
  return { x: frame(columns), y: targets[name] as Float64Array, task: 'regression' };
}

const varying = new Set(['poisson', 'tweedie']);
const params: GbdtParams = {
  ...defaultParams(gbdt.params),
  rounds: 10,
  rate: 0.2,
  leaves: 7,
  tweediePower: 1.3,
};

describe('gbdt agrees with LightGBM', () => {
  it.each(Object.keys(LIGHTGBM))('%s', async (name) => {
    const known = ['poisson', 'gamma', 'tweedie'] as const;
    const loss = known.find((one) => one === name) ?? 'squared';
    const data = dataFor(name);
    const model = await gbdt.fit(
      data,
      { ...params, loss, minRows: varying.has(name) ? 1 : 5 },
      { random: seededRandom(1) },
    );
    const answers = model.predict(data.x);
    (LIGHTGBM[name] as readonly number[]).forEach((theirs, row) => {
      expect(answers[row]).toBeCloseTo(theirs, 4);
    });
  });
});
