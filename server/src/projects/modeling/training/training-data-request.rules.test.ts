import { expect, test } from 'vitest';
import type { SeriesPlan, TablePlan } from '../../core/partitioning/plan.ts';
import { resolveTrainingData, type TrainingDataRequest } from './training-data-request.rules.ts';

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);
const span = (days: number) => ({
  trainStart: START,
  trainEnd: START + days * DAY,
  from: START + days * DAY,
  to: START + (days + 10) * DAY,
});
const base = { kind: 'table', task: 'regression', classes: [], ignore: [], totalRows: 1000, seed: 0 } as const;
const rows: TablePlan = {
  ...base,
  partition: { method: 'random', folds: 5, validation: 0, holdout: 0.2 },
  rowCounts: { fold_0: { training: 640, validation: 160 }, holdout: { training: 800, validation: 200 } },
};
const dated: TablePlan = {
  ...base,
  partition: { method: 'datetime', column: 'when', backtests: [span(80), span(70)], holdout: span(90) },
  rowCounts: { backtest_0: { training: 800, validation: 100 }, backtest_1: { training: 700, validation: 100 } },
};
const series = {
  kind: 'series',
  grid: { unit: 'DAY', step: 1, origin: START },
  firstCell: 0,
  lastCell: 99,
  parts: [{ name: 'backtest_0', trainStart: 0, trainEnd: 89, from: 90, to: 100, points: [89] }],
  rowCounts: { backtest_0: { training: 900, validation: 100 } },
} as unknown as SeriesPlan;

const share = (plan: TablePlan | SeriesPlan, request: TrainingDataRequest) => {
  const made = resolveTrainingData(plan, request);
  if ('errors' in made) throw new Error(JSON.stringify(made.errors));
  return made;
};
const errors = (plan: TablePlan | SeriesPlan, request: TrainingDataRequest) => {
  const made = resolveTrainingData(plan, request);
  return 'errors' in made ? Object.keys(made.errors) : [];
};

test('without dates: a number of rows, which may reach into validation and the holdout', () => {
  expect(share(rows, { samplePct: 64 })).toEqual({ share: null, parts: null });
  expect(share(rows, { samplePct: 16 })).toMatchObject({ share: { kind: 'sample', rows: 160 } });
  expect(share(rows, { samplePct: 16 }).parts).toMatchObject({ intoValidation: false, exceeded: [] });
  expect(share(rows, { trainingRowCount: 700 }).parts).toMatchObject({
    evaluated: ['holdout'],
    intoValidation: true,
    intoHoldout: false,
  });
  expect(share(rows, { samplePct: 100 }).parts).toMatchObject({
    evaluated: [],
    intoValidation: true,
    intoHoldout: true,
  });
});

test('without dates: what cannot be is refused by name', () => {
  expect(errors(rows, { samplePct: 10, trainingRowCount: 100 })).toEqual(['trainingRowCount']);
  expect(errors(rows, { trainingRowCount: 1001 })).toEqual(['trainingRowCount']);
  expect(errors(rows, { samplePct: 0.1 })).toEqual(['samplePct']);
  expect(errors(rows, { trainingDuration: 'P10D' })).toEqual(['trainingDuration']);
});

test('by date: parts with less history than requested are not evaluated', () => {
  expect(share(dated, { trainingDuration: 'P75D' }).parts).toMatchObject({
    evaluated: ['backtest_0', 'holdout'],
    exceeded: ['backtest_1'],
  });
  expect(share(dated, { trainingRowCount: 750 })).toMatchObject({
    share: { kind: 'rows', rows: 750, sampling: 'latest' },
    parts: { exceeded: ['backtest_1', 'holdout'] },
  });
  expect(share(dated, { useProjectSettings: true })).toEqual({ share: null, parts: null });
});

test('by dates: parts that begin before the end of learning have been seen', () => {
  const request = { trainingStartDate: '2024-01-01T00:00:00', trainingEndDate: '2024-03-25T00:00:00Z' };
  expect(share(dated, request)).toMatchObject({
    share: { kind: 'dates', from: START, to: START + 84 * DAY },
    parts: { evaluated: ['holdout'], intoValidation: true, intoHoldout: false },
  });
  expect(share(dated, { ...request, trainingEndDate: '2030-01-01' }).parts).toMatchObject({
    evaluated: [],
    intoHoldout: true,
  });
  expect(share(dated, { ...request, timeWindowSamplePct: 50 }).share).toMatchObject({
    samplePct: 50,
    sampling: 'random',
  });
});

test('by date: what cannot be is refused by name', () => {
  expect(errors(dated, { samplePct: 50 })).toEqual(['samplePct']);
  expect(errors(dated, { trainingDuration: 'P81D' })).toEqual(['trainingDuration']);
  expect(errors(dated, { trainingDuration: 'a while' })).toEqual(['trainingDuration']);
  expect(errors(dated, { trainingDuration: 'P0D' })).toEqual(['trainingDuration']);
  expect(errors(dated, { trainingRowCount: 801 })).toEqual(['trainingRowCount']);
  expect(errors(dated, { trainingRowCount: 50, trainingDuration: 'P10D' })).toEqual(['trainingDuration']);
  expect(errors(dated, { trainingStartDate: '2024-01-01' })).toEqual(['trainingEndDate']);
  expect(errors(dated, { trainingStartDate: 'x', trainingEndDate: '2024-02-01' })).toEqual(['trainingStartDate']);
  expect(errors(dated, { trainingStartDate: '2024-02-01', trainingEndDate: '2024-01-01' })).toEqual([
    'trainingEndDate',
  ]);
  expect(errors(dated, { trainingStartDate: '2034-02-01', trainingEndDate: '2035-01-01' })).toEqual([
    'trainingStartDate',
  ]);
  expect(errors(dated, { timeWindowSamplePct: 50 })).toEqual(['timeWindowSamplePct']);
  expect(errors(dated, { samplingMethod: 'latest' })).toEqual(['samplingMethod']);
});

test('time series are never learned with holes', () => {
  expect(errors(series, { trainingDuration: 'P30D', timeWindowSamplePct: 50 })).toEqual(['timeWindowSamplePct']);
  expect(errors(series, { trainingRowCount: 100, samplingMethod: 'random' })).toEqual(['samplingMethod']);
  expect(share(series, { trainingDuration: 'P30D' }).parts).toMatchObject({ evaluated: ['backtest_0'] });
  expect(share(series, { trainingRowCount: 100, samplingMethod: 'latest' }).share).toMatchObject({ rows: 100 });
});
