import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { catalogue, estimatorNamed } from '../estimators/catalogue.ts';
import type { Constraint } from '../estimators/parameters.ts';
import { countRounds, describeLinear } from '../explain/describe-model.ts';
import { categoricalColumn, numericColumn } from '../frame/build-columns.ts';
import { frame } from '../frame/frame.ts';
import type { TabularBlueprint } from './blueprint.ts';
import { chooseFromGrid, fitTabularOn } from './fit-tabular.ts';
import { combinations } from './grid.ts';
import type { TabularProblem } from './problem.ts';
import { tunableParameters, tuneBlueprint } from './tuning.ts';

const plain = (estimator: string): TabularBlueprint => ({ id: estimator, title: '', estimator, params: {}, cost: 1 });
const random = seededRandom(3);
const rows = 400;
const numbers = Array.from({ length: 6 }, () => Array.from({ length: rows }, () => random.normal()));
const towns = Array.from({ length: rows }, () => 'wxyz'[random.int(4)] as string);
const x = frame([...numbers.map((values, at) => numericColumn(`n${at}`, values)), categoricalColumn('town', towns)]);
const score = (row: number) =>
  Math.exp(0.6 * (numbers[0]?.[row] ?? 0)) +
  Math.abs(numbers[1]?.[row] ?? 0) +
  (towns[row] === 'x' ? 1 : 0) +
  random.next();
const sizes = Float64Array.from({ length: rows }, (_, row) => score(row));

function problemOf(task: TabularProblem['task']): TabularProblem {
  const y =
    task === 'regression'
      ? sizes
      : task === 'anomaly'
        ? new Float64Array(rows)
        : sizes.map((size) => Math.min(task === 'binary' ? 1 : 2, Math.floor(size / 1.8)));
  const classes = task === 'binary' ? ['0', '1'] : task === 'multiclass' ? ['0', '1', '2'] : [];
  return { x, y, task, classes, partition: { folds: [], holdout: new Int32Array(0) } };
}

const everyRow = Int32Array.from({ length: rows }, (_, row) => row);
const fit = (blueprint: TabularBlueprint, task: TabularProblem['task']) =>
  fitTabularOn(problemOf(task), blueprint, everyRow, { random: seededRandom(1) });

/** Another value that the rule allows, far from the one there is. */
function otherValue(rule: Constraint, current: unknown): unknown {
  switch (rule.kind) {
    case 'boolean':
      return !current;
    case 'options':
      return rule.options.find((option) => option !== current);
    case 'integer':
      return rule.low <= 3 && current !== 3 ? 3 : rule.low + 100;
    case 'interval':
      return rule.high <= 2 ? rule.low + 0.85 * (rule.high - rule.low) : 50;
    case 'per-column':
      return {};
  }
}

/** Parameters that matter only beside a choice of another one. */
const BESIDE: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
  'gbdt.quantile_alpha': [['gbdt.loss', 'quantile']],
  'gbdt.huber_delta': [['gbdt.loss', 'huber']],
  'gbdt.tweedie_p': [['gbdt.loss', 'tweedie']],
  'glm.tweedie_p': [['glm.distribution', 'tweedie']],
};

const cases = catalogue
  .flatMap(({ name, tasks }) => tasks.map((task) => [name, task] as const))
  .flatMap(([name, task]) => tunableParameters(plain(name), task).map((one) => [one.id, task, name, one] as const));

describe('tunable parameters', () => {
  it.each(cases)('%s (%s) changes what the model predicts', async (id, task, name, { rule, current }) => {
    const beside = BESIDE[id] ?? [];
    const few = estimatorNamed(name).params.rounds === undefined ? [] : ([['gbdt.n_estimators', 30]] as const);
    const before = tuneBlueprint(plain(name), task, [...few, ...beside]);
    const value = otherValue(rule, current);
    const after = tuneBlueprint(before, task, [[id, value]]);
    const [first, second] = [await fit(before, task), await fit(after, task)];
    expect([...second.predict(x)]).not.toEqual([...first.predict(x)]);
    expect(tunableParameters(after, task).find((one) => one.id === id)?.current).toBe(value);
  });

  it('are used as they were chosen', async () => {
    const boosted = tuneBlueprint(plain('gbdt'), 'regression', [['gbdt.n_estimators', 17]]);
    expect(countRounds(await fit(boosted, 'regression'))).toBe(17);
    const strict = tuneBlueprint(plain('elastic-net'), 'regression', [
      ['elastic-net.enet_lambda', 1000],
      ['elastic-net.enet_alpha', 1],
    ]);
    const described = describeLinear(await fit(strict, 'regression'));
    expect(described?.coefficients.every(({ values: [value] }) => value === 0)).toBe(true);
  });

  it('leave the strength of a penalty to the fit unless it is a number', () => {
    const strength = (blueprint: TabularBlueprint) =>
      tunableParameters(blueprint, 'regression').find(({ name }) => name === 'enet_lambda')?.current;
    const fixed = tuneBlueprint(plain('elastic-net'), 'regression', [['elastic-net.enet_lambda', '0.5']]);
    expect([strength(plain('elastic-net')), strength(fixed)]).toEqual(['auto', 0.5]);
    const again = tuneBlueprint(fixed, 'regression', [['elastic-net.enet_lambda', 'auto']]);
    expect([strength(again), again.params]).toEqual(['auto', { selection: 'path' }]);
  });

  it('keep what was tuned before', () => {
    const once = tuneBlueprint(plain('gbdt'), 'binary', [['gbdt.learning_rate', 0.2]]);
    expect(tuneBlueprint(once, 'binary', [['gbdt.max_depth', 4]]).params).toEqual({ rate: 0.2, depth: 4 });
  });

  it('refuse what is not there or not allowed, by the name users know', () => {
    const tune = (id: string, value: unknown) => () => tuneBlueprint(plain('gbdt'), 'binary', [[id, value]]);
    expect(tune('gbdt.loss', 'squared')).toThrow('There is no parameter "gbdt.loss"');
    expect(tune('gbdt.learning_rate', 2)).toThrow('"learning_rate" must be a number in (0, 1]; it was 2');
    expect(tune('gbdt.max_depth', 1.5)).toThrow('"max_depth" must be a whole number');
    expect(tune('gbdt.max_depth', [])).toThrow('it was []');
    const flag = (value: unknown) =>
      tuneBlueprint(plain('random-forest'), 'binary', [['random-forest.bootstrap', value]]).params.bootstrap;
    expect([flag('False'), flag(0), flag('True'), flag(true)]).toEqual([false, false, true, true]);
    expect(() => flag('often')).toThrow('true or false');
  });
});

describe('a list of values', () => {
  const options = { most: 20, seed: 1, metric: 'RMSE' };

  it('is searched by each fit, on its own rows', async () => {
    const grid = tuneBlueprint(
      plain('gbdt'),
      'regression',
      [
        ['gbdt.n_estimators', [1, 40]],
        ['gbdt.max_depth', [1, 4]],
      ],
      options,
    );
    expect(tunableParameters(grid, 'regression').find(({ name }) => name === 'n_estimators')?.current).toEqual([1, 40]);
    const chosen = await chooseFromGrid(problemOf('regression'), grid, everyRow, { random: seededRandom(1) });
    expect(chosen.params.rounds).toBe(40);
    expect(chosen.grid).toBeUndefined();
    expect(countRounds(await fit(grid, 'regression'))).toBe(40);
  });

  it('gives way to a single value, and is checked value by value', () => {
    const grid = tuneBlueprint(plain('gbdt'), 'regression', [['gbdt.max_depth', [1, 4]]], options);
    expect(tuneBlueprint(grid, 'regression', [['gbdt.max_depth', 2]])).toEqual({
      ...plain('gbdt'),
      params: { depth: 2 },
    });
    expect(() => tuneBlueprint(plain('gbdt'), 'regression', [['gbdt.max_depth', [1, 99]]], options)).toThrow(
      'it was 99',
    );
  });

  it('makes every combination once, or as many as allowed', () => {
    const values = { depth: [1, 2, 3], strength: ['auto', 0.5] };
    const all = combinations({ rate: 0.1 }, { ...options, values }, seededRandom(1));
    expect(all).toHaveLength(6);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(6);
    expect(all).toContainEqual({ rate: 0.1, depth: 3, selection: 'path' });
    expect(all).toContainEqual({ rate: 0.1, depth: 2, selection: 'fixed', strength: 0.5 });
    const some = combinations({}, { ...options, most: 4, values }, seededRandom(1));
    expect(new Set(some.map((one) => JSON.stringify(one))).size).toBe(4);
  });
});
