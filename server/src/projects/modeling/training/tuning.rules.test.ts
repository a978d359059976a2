import type { TabularBlueprint } from '@almanac/engine';
import { expect, test } from 'vitest';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { toTuningParameters, tuneRecipe } from './tuning.rules.ts';

const plan = { kind: 'table', task: 'regression', seed: 7 } as ProjectPlan;
const recipe = (estimator: string, params = {}): TabularBlueprint => ({
  ...{ id: estimator, title: 'A model', estimator, params, cost: 1 },
});
const parameter = (of: TabularBlueprint, name: string, chosen?: Record<string, unknown>) =>
  toTuningParameters(of, plan, chosen).tuningParameters.find((one) => one.parameterName === name);

test('parameters carry their constraints the way clients read them', () => {
  expect(parameter(recipe('gbdt', { rate: 0.03 }), 'learning_rate')).toEqual({
    parameterName: 'learning_rate',
    parameterId: 'gbdt.learning_rate',
    defaultValue: 0.03,
    currentValue: 0.03,
    taskName: 'Boosting',
    vertexId: '2',
    constraints: { float: { min: 1e-10, max: 1, supportsGridSearch: true } },
  });
  expect(parameter(recipe('gbdt'), 'n_estimators')?.constraints).toEqual({
    int: { min: 1, max: 20_000, supportsGridSearch: true },
  });
  expect(parameter(recipe('gbdt'), 'loss')?.constraints.select?.values).toContain('tweedie');
  expect(parameter(recipe('elastic-net'), 'enet_lambda')).toMatchObject({
    currentValue: 'auto',
    constraints: { select: { values: ['auto'] }, float: { min: 0, max: 1e6 } },
  });
  expect(parameter(recipe('random-forest'), 'bootstrap')).toMatchObject({
    currentValue: 'True',
    constraints: { select: { values: ['False', 'True'] } },
  });
});

test('of several values the best is shown beside the list', () => {
  const body = { tuningParameters: [{ parameterId: 'gbdt.max_depth', value: [2, 6] }] };
  const tuned = tuneRecipe(recipe('gbdt'), plan, 'RMSE', body) as TabularBlueprint;
  expect(tuned.grid).toEqual({ values: { depth: [2, 6] }, most: 50, seed: 7, metric: 'RMSE' });
  expect(parameter(tuned, 'max_depth', { depth: 6 })).toMatchObject({ defaultValue: 6, currentValue: [2, 6] });
  const options = { gridSearchArguments: { maxIterations: 3, randomState: 5 } };
  expect((tuneRecipe(recipe('gbdt'), plan, 'MAE', { ...body, ...options }) as TabularBlueprint).grid).toMatchObject({
    ...{ most: 3, seed: 5, metric: 'MAE' },
  });
});

test('a description stays until there is another', () => {
  const once = tuneRecipe(recipe('gbdt'), plan, '', { tuningDescription: 'first', tuningParameters: [] });
  expect(toTuningParameters(once, plan, undefined).tuningDescription).toBe('first');
  expect(tuneRecipe(once, plan, '', { tuningParameters: [] }).tuning).toEqual({ description: 'first' });
});
