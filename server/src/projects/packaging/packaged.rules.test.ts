import { readProfiles } from '@almanac/engine';
import { expect, test } from 'vitest';
import { type FeatureRow, UNMEASURED } from '../core/features/feature.store.ts';
import type { MetricScores } from '../core/models/model.tables.ts';
import type { SeriesPlan, TablePlan } from '../core/partitioning/plan.ts';
import {
  baselineOf,
  importanceOf,
  PREDICTED_LABEL,
  PREDICTION,
  packagedColumns,
  predictionOfClass,
  targetOf,
} from './packaged-model.ts';
import { referenceProfiles } from './reference-profiles.ts';

const scores = (more: Partial<MetricScores>): MetricScores => ({
  validation: null,
  crossValidation: null,
  holdout: null,
  training: null,
  ...more,
});
const table = {
  kind: 'table',
  task: 'binary',
  target: 'y',
  classes: ['no', 'yes'],
  ignore: ['y', 'w'],
} as unknown as TablePlan;
const series = {
  kind: 'series',
  panel: { dateColumn: 'date', idColumns: ['shop'], target: 'sales', knownInAdvance: ['promotion'] },
} as unknown as SeriesPlan;

test('a locked holdout says nothing; all metrics come from the same rows', () => {
  const metrics = {
    RMSE: scores({ validation: 3, crossValidation: 2, holdout: 1 }),
    MAE: scores({ validation: 30, holdout: 10 }),
  };
  expect(baselineOf(metrics, true)).toEqual({ RMSE: 1, MAE: 10 });
  expect(baselineOf(metrics, false)).toEqual({ RMSE: 2, MAE: null });
  expect(baselineOf({ RMSE: scores({ validation: 3, backtesting: 4 }) }, false)).toEqual({ RMSE: 4 });
  expect(baselineOf({}, true)).toEqual({});
});

test('what features owe is owed by the columns they were made of', () => {
  const impact = (featureName: string, impactUnnormalized: number) => ({
    featureName,
    impactUnnormalized,
    impactNormalized: 0,
    redundantWith: null,
  });
  const impacts = [impact('sales (lag 1)', 6), impact('sales (lag 7)', 2), impact('promotion', 4), impact('noise', -1)];
  const made = ['sales (lag 1)', 'sales (lag 7)'].map((name) => ({ name, parent_names: ['sales'] }));
  expect([...importanceOf(impacts, made)]).toEqual([
    ['sales', 1],
    ['promotion', 0.5],
    ['noise', 0],
  ]);
  expect([...importanceOf([impact('x', 0)], [])]).toEqual([['x', 0]]);
});

test('columns of rows: the target is none, what models never see is not needed', () => {
  const feature = (name: string, transform: FeatureRow['transform'] = null): FeatureRow => ({
    project_id: 'p',
    number: 0,
    name,
    feature_type: 'Numeric',
    profile: UNMEASURED,
    transform,
    parent_names: [],
    importance: null,
  });
  const names = ['a', 'b', 'y', 'w'];
  const features = [...names.map((name) => feature(name)), feature('a as text', { kind: 'text' })];
  const kinds = Object.fromEntries(names.map((name) => [name, 'numeric' as const]));
  const known = { features, kinds, learnedFrom: ['a', 'w'], importance: new Map([['a', 1]]) };
  const columns = packagedColumns(table, known);
  expect(columns.map(({ name, needed, importance }) => [name, needed, importance])).toEqual([
    ['a', true, 1],
    ['b', false, null],
    ['w', false, null],
  ]);
  const dated = ['date', 'shop', 'promotion', 'sales'];
  const seriesKinds = Object.fromEntries(dated.map((name) => [name, 'numeric' as const]));
  const ofSeries = packagedColumns(series, {
    ...known,
    features: dated.map((name) => feature(name)),
    kinds: seriesKinds,
  });
  expect(ofSeries.map(({ name, needed, knownInAdvance }) => [name, needed, knownInAdvance])).toEqual([
    ['date', true, false],
    ['shop', true, false],
    ['promotion', false, true],
    ['sales', false, false],
  ]);
  expect(targetOf(series)).toEqual({ name: 'sales', type: 'Regression', classes: [] });
  expect(targetOf(table)).toEqual({ name: 'y', type: 'Binary', classes: ['no', 'yes'] });
});

test('predictions of several classes are profiled one by one, and by what was likeliest', () => {
  const predicted = Float64Array.of(0.7, 0.2, 0.1, 0.1, 0.1, 0.8);
  const profiles = readProfiles(referenceProfiles([], predicted, ['a', 'b', 'c']));
  expect(profiles.map(({ column }) => column)).toEqual([0, 1, 2].map(predictionOfClass).concat(PREDICTED_LABEL));
  const label = profiles.at(-1);
  expect(label?.kind === 'names' && [...label.hitters.counts].sort()).toEqual([
    ['a', 1],
    ['c', 1],
  ]);
  const [only] = readProfiles(referenceProfiles([], Float64Array.of(1, 2, 3), []));
  expect([only?.column, only?.kind === 'numbers' && only.histogram?.counts.length]).toEqual([
    PREDICTION,
    expect.any(Number),
  ]);
});
