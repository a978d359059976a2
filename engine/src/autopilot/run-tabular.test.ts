import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { defaultParams } from '../estimators/parameters.ts';
import { gbdt } from '../estimators/trees/gbdt.ts';
import { type Column, type Frame, frame } from '../frame/frame.ts';
import { listTabularBlueprints } from '../tabular/blueprint.ts';
import { prepareTabular } from '../tabular/problem.ts';
import { averagePredictions } from '../tabular/tabular-blend.ts';
import { runTabular, type TabularEntry } from './run-tabular.ts';

const ROWS = 240;
const DAY = 86_400_000;

/** Price follows size and district; sold follows price; kind has three values. */
function housing(): Frame {
  const random = seededRandom(17);
  const size = Float64Array.from({ length: ROWS }, () => 50 + 100 * random.next());
  const district = Int32Array.from({ length: ROWS }, () => random.int(3));
  const price = size.map((value, row) => 2 * value + 60 * (district[row] as number) + 5 * random.normal());
  const columns: Column[] = [
    { kind: 'numeric', name: 'size', values: size },
    { kind: 'categorical', name: 'district', codes: district, levels: ['east', 'north', 'west'] },
    { kind: 'date', name: 'day', values: Float64Array.from({ length: ROWS }, (_, row) => row * DAY) },
    { kind: 'numeric', name: 'price', values: price },
    { kind: 'boolean', name: 'sold', values: price.map((value) => (value > 260 ? 1 : 0)) },
  ];
  return frame(columns);
}

const quick = { mode: 'manual', folds: 3 } as const;

describe('the tabular autopilot', { timeout: 120_000 }, () => {
  it('finds a regression that beats the mean, and scores it on a holdout it has not seen', {
    timeout: 60_000,
  }, async () => {
    const seen: TabularEntry[] = [];
    const settings = {
      ...quick,
      blueprints: ['baseline', 'elastic-net', 'nearest-neighbours'],
      target: 'price',
      task: 'regression',
      ignore: ['sold', 'day'],
    } as const;
    const outcome = await runTabular(
      housing(),
      settings,
      { random: seededRandom(1) },
      { onEntry: (entry) => seen.push(entry) },
    );
    expect(outcome.problem.partition.holdout.length).toBe(48);
    const score = (id: string) => outcome.leaderboard.find((entry) => entry.id === id)?.folds[0]?.RMSE ?? Number.NaN;
    expect(score('elastic-net')).toBeLessThan(0.3 * score('baseline'));
    expect(outcome.holdout?.RMSE).toBeLessThan(10);
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(outcome.leaderboard.map(({ id }) => id)));
    expect(outcome.leaderboard.map(({ id }) => id)).toContain(outcome.recommended);
    const predictions = outcome.blend.models.map(
      (id) => outcome.models.get(id)?.predict(outcome.problem.x) ?? new Float64Array(),
    );
    expect(averagePredictions(predictions, outcome.blend.weights).every(Number.isFinite)).toBe(true);
  });

  it('classifies with stratified folds, by name of class', async () => {
    const settings = { ...quick, blueprints: ['baseline', 'logistic'], ignore: ['day'] } as const;
    const two = await runTabular(
      housing(),
      { ...settings, target: 'sold', task: 'binary' },
      { random: seededRandom(2) },
    );
    expect(two.holdout?.AUC).toBeGreaterThan(0.95);
    const many = await runTabular(
      housing(),
      { ...settings, target: 'district', task: 'multiclass' },
      { random: seededRandom(2) },
    );
    expect(many.problem.classes).toEqual(['east', 'north', 'west']);
    expect(many.holdout?.LogLoss).toBeLessThan(Math.log(3));
  });

  it('trains on the past only when partitioned by date', () => {
    const partition = { dateColumn: 'day' };
    const settings = { target: 'price', task: 'regression', partition, folds: 3 } as const;
    const { partition: made } = prepareTabular(housing(), settings, seededRandom(3));
    for (const { train, validation } of made.folds) {
      expect(Math.max(...train)).toBeLessThan(Math.min(...validation));
    }
  });

  it('gives the same leaderboard for the same seed', async () => {
    const settings = { ...quick, blueprints: ['elastic-net'], target: 'price', task: 'regression' } as const;
    const [one, two] = [
      await runTabular(housing(), settings, { random: seededRandom(4) }),
      await runTabular(housing(), settings, { random: seededRandom(4) }),
    ];
    expect(JSON.stringify(one.leaderboard)).toBe(JSON.stringify(two.leaderboard));
  });

  it('lists blueprints that suit the task, cheapest first', () => {
    const problem = prepareTabular(housing(), { target: 'price', task: 'regression' }, seededRandom(5));
    const auto = listTabularBlueprints(problem, 'auto');
    expect(auto[0]?.id).toBe('baseline');
    expect(auto.map(({ id }) => id)).toContain('gbdt');
    expect(auto.map(({ id }) => id)).not.toContain('logistic');
    expect(listTabularBlueprints(problem, 'quick').length).toBeLessThan(auto.length);
  });

  it('calls models what scripts look for', () => {
    const named = (target: string, task: 'regression' | 'multiclass') =>
      listTabularBlueprints(prepareTabular(housing(), { target, task }, seededRandom(5)), 'quick').map(
        ({ title }) => title,
      );
    expect(named('price', 'regression')).toEqual([
      'Mean Response Regressor (baseline)',
      'Elastic-Net Regressor (L1 and L2 / Least-Squares Loss)',
      'Light Gradient Boosted Trees Regressor',
      'eXtreme Gradient Boosted Trees Regressor (level-wise)',
    ]);
    expect(named('district', 'multiclass')).toEqual([
      'Majority Class Classifier (baseline)',
      'Logistic Regression (Elastic-Net Classifier, L2 / Deviance)',
      'Light Gradient Boosted Trees Classifier',
      'eXtreme Gradient Boosted Trees Classifier (level-wise)',
    ]);
  });

  it('grows trees of the level-wise variant as far as their depth allows, never cut by a number of leaves', async () => {
    const problem = prepareTabular(housing(), { target: 'price', task: 'regression' }, seededRandom(5));
    const [variant] = listTabularBlueprints(problem, 'manual', ['gbdt-level']);
    const { x, y, task } = problem;
    const fit = (more: object) => {
      const params = { ...defaultParams(gbdt.params), rounds: 5, ...variant?.params, ...more };
      return gbdt.fit({ x, y, task }, params, { random: seededRandom(1) });
    };
    const [level, free] = [await fit({}), await fit({ leaves: 4096 })];
    expect(level.predict(x)).toEqual(free.predict(x));
    expect(level.predict(x)).not.toEqual((await fit({ leaves: 31 })).predict(x));
  });

  it.each([
    ['data.target-kind', { target: 'district', task: 'regression' }],
    ['data.classes', { target: 'district', task: 'binary' }],
    ['frame.no-such-column', { target: 'colour', task: 'regression' }],
    ['partition.not-a-date', { target: 'price', task: 'regression', partition: { dateColumn: 'size' } }],
  ] as const)('refuses with %s', (code, settings) => {
    expect(() => prepareTabular(housing(), settings, seededRandom(6))).toThrow(expect.objectContaining({ code }));
  });
});
