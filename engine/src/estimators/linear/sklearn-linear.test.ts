import { describe, expect, it } from 'vitest';
import golden from '../../../golden/sklearn-linear.json' with { type: 'json' };
import { seededRandom } from '../../core/random.ts';
import type { Task } from '../../core/run.ts';
import { numericColumn } from '../../frame/build-columns.ts';
import { frame } from '../../frame/frame.ts';
import type { TrainingData } from '../estimator.ts';
import { checkParams } from '../parameters.ts';
import { elasticNet, glm, logistic, ridge } from './linear-estimators.ts';
import type { LinearModel } from './linear-model.ts';

const names = ['a', 'b', 'c', 'd'];
const x = frame(
  names.map((name, j) =>
    numericColumn(
      name,
      golden.x.map((row) => row[j] as number),
    ),
  ),
);
const estimators = { 'elastic-net': elasticNet, ridge, logistic, glm };
type Name = keyof typeof estimators;

async function fit(name: Name, params: object, data: TrainingData): Promise<LinearModel> {
  const estimator = estimators[name];
  const chosen = checkParams<object>(estimator.params, { ...params, selection: 'fixed', standardise: false });
  return (await estimator.fit(data, chosen as never, { random: seededRandom(1) })) as LinearModel;
}

function expectNear(ours: readonly number[], theirs: readonly number[]): void {
  expect(ours.length).toBe(theirs.length);
  for (const [at, value] of ours.entries()) expect(value).toBeCloseTo(theirs[at] as number, 5);
}

const cases = golden.linear.flatMap((sample) => [
  { title: `${sample.name} ${JSON.stringify(sample.params)}`, sample, answer: sample.plain, weight: undefined },
  {
    title: `${sample.name} ${JSON.stringify(sample.params)} weighted`,
    sample,
    answer: sample.weighted,
    weight: golden.weight,
  },
]);

describe(golden.program, () => {
  it.each(cases)('$title', async ({ sample, answer, weight }) => {
    const classes = new Set(sample.y).size;
    const task: Task = sample.name !== 'logistic' ? 'regression' : classes === 2 ? 'binary' : 'multiclass';
    const model = await fit(sample.name as Name, sample.params, {
      x,
      y: Float64Array.from(sample.y),
      task,
      ...(task === 'multiclass' ? { classes } : {}),
      ...(weight === undefined ? {} : { weight: Float64Array.from(weight) }),
    });
    if (task === 'multiclass') {
      // Adding the same vector to every class changes nothing, so only what follows from the coefficients is compared.
      expectNear([...model.predict(x)].slice(0, 15), 'chances' in answer ? answer.chances.flat() : []);
      return;
    }
    expectNear([...model.state.intercepts], answer.intercept);
    const ours = model.coefficients().map(({ values }) => values[0] as number);
    expectNear(ours, answer.coefficients[0] ?? []);
  });
});
