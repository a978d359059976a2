import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { categoricalColumn, numericColumn, textColumn } from '../../frame/build-columns.ts';
import { frame } from '../../frame/frame.ts';
import { rSquared } from '../../metrics/point-errors.ts';
import { auc } from '../../metrics/ranking.ts';
import { sampleData } from '../common-checks/samples.fixtures.ts';
import { defaultParams } from '../parameters.ts';
import { elasticNet, glm, logistic, ridge } from './linear-estimators.ts';
import type { LinearModel } from './linear-model.ts';

const run = { random: seededRandom(3) };
const rows = 400;
const random = seededRandom(17);
const draw = <T>(cell: (row: number) => T) => Array.from({ length: rows }, (_, row) => cell(row));

describe('the strength chosen along the path', () => {
  const useful = draw(() => random.normal());
  const x = frame([
    numericColumn('useful', useful),
    ...draw(() => 0)
      .slice(0, 20)
      .map((_, j) =>
        numericColumn(
          `noise ${j}`,
          draw(() => random.normal()),
        ),
      ),
  ]);
  const y = Float64Array.from(useful, (value) => 3 * value + random.normal());

  it('keeps the useful column and silences most of the noise', async () => {
    const model = (await elasticNet.fit(
      { x, y, task: 'regression' },
      { ...defaultParams(elasticNet.params), mix: 1 },
      run,
    )) as LinearModel;
    const found = new Map(model.coefficients().map(({ label, values }) => [label, values[0] as number]));
    expect(found.get('useful')).toBeGreaterThan(2.7);
    for (const [label, value] of found) if (label !== 'useful') expect(Math.abs(value)).toBeLessThan(0.2);
  });

  it('is judged on the validation rows where there are some', async () => {
    const flipped = { x, y: y.map((value) => -value) };
    const model = (await ridge.fit(
      { x, y, task: 'regression', validation: flipped },
      defaultParams(ridge.params),
      run,
    )) as LinearModel;
    // Rows that contradict the training rows leave nothing but the strongest penalty.
    const [useful0] = model.coefficients().filter(({ label }) => label === 'useful');
    expect(Math.abs(useful0?.values[0] ?? 0)).toBeLessThan(0.1);
  });
});

describe('contributions', () => {
  it.each([
    ['regression', ridge],
    ['regression', glm],
    ['binary', logistic],
    ['multiclass', logistic],
  ] as const)('of %s add up to the linear predictor', async (task, estimator) => {
    const data = sampleData(task);
    const model = (await estimator.fit(data, defaultParams<never>(estimator.params as never), run)) as LinearModel;
    const { columns, base, values } = model.contributions(data.x);
    expect(columns).toEqual(['day', 'note', 'open', 'price', 'size', 'store']);
    const outputs = base.length;
    const answers = model.predict(data.x);
    for (let row = 0; row < data.x.rows; row += 1) {
      const eta = Array.from(base, (start, output) => {
        const from = (row * outputs + output) * columns.length;
        return values.slice(from, from + columns.length).reduce((sum, value) => sum + value, start);
      });
      const total = eta.reduce((sum, value) => sum + Math.exp(value), 0);
      const expected = {
        identity: eta,
        log: eta.map(Math.exp),
        logit: eta.map((e) => 1 / (1 + Math.exp(-e))),
        softmax: eta.map((e) => Math.exp(e) / total),
      };
      const ours = expected[model.state.link];
      for (const [k, value] of ours.entries()) expect(answers[row * outputs + k]).toBeCloseTo(value, 8);
    }
  });
});

describe('text and categories', () => {
  const angry = draw(() => random.next() < 0.5);
  const filler = ['the', 'parcel', 'came', 'on', 'monday', 'morning'];
  const note = angry.map((mood) => `${filler[random.int(6)]} ${mood ? 'awful' : 'lovely'} ${filler[random.int(6)]}`);
  const y = Float64Array.from(angry, Number);

  it('learns from words', async () => {
    const x = frame([textColumn('note', note)]);
    const model = await logistic.fit({ x, y, task: 'binary' }, defaultParams(logistic.params), run);
    expect(auc.score({ actual: y, predicted: model.predict(x) })).toBe(1);
    const fresh = frame([textColumn('note', ['Awful!', 'LOVELY', null, 'unheard of'])]);
    const [bad, good, none, unknown] = model.predict(fresh) as unknown as [number, number, number, number];
    expect(bad).toBeGreaterThan(0.8);
    expect(good).toBeLessThan(0.2);
    expect(none).toBe(unknown);
  });

  it('learns one effect per category', async () => {
    const levels = draw(() => 'abc'[random.int(3)] as string);
    const effect = Float64Array.from(levels, (level) => ({ a: 1, b: 5, c: -2 })[level] as number);
    const x = frame([categoricalColumn('group', levels)]);
    const model = await ridge.fit({ x, y: effect, task: 'regression' }, defaultParams(ridge.params), run);
    expect(rSquared.score({ actual: effect, predicted: model.predict(x) })).toBeGreaterThan(0.99);
  });
});

describe('targets a family cannot have', () => {
  it.each([
    ['poisson', [1, -1, 2], 1],
    ['gamma', [1, 2, 0], 2],
    ['tweedie', [0, 0, 0], 0],
  ] as const)('%s refuses %o', async (family, target, row) => {
    const data = {
      x: frame([numericColumn('a', [1, 2, 3])]),
      y: Float64Array.from(target),
      task: 'regression' as const,
    };
    const fit = glm.fit(data, { ...defaultParams(glm.params), family }, run);
    await expect(fit).rejects.toMatchObject({ code: 'data.target-sign', column: 'target', row });
  });
});
