import { describe, expect, test } from 'vitest';
import { supportsIncremental } from '../../core/models/blueprint.rules.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import {
  bestIteration,
  incrementalSettings,
  isIncrementalAim,
  lastOfBest,
  paramsForChunk,
  stopsEarly,
  wrongChunkOrder,
  wrongIncremental,
} from './incremental.rules.ts';

describe('the best chunk', () => {
  test.each([
    [[3, 2, 2.5], true, 1],
    [[3, 2, 2], true, 1],
    [[0.1, 0.5, 0.4], false, 1],
    [[null, 2, 1], true, 2],
    [[null, null], true, 1],
    [[], true, -1],
  ] as const)('of %j (lower is better: %s) is number %i', (scores, lower, best) => {
    expect(bestIteration(scores, lower)).toBe(best);
  });

  test('chunks that bring nothing end it after as many of them as were allowed', () => {
    expect(stopsEarly([3, 2, 2.1], 2, true)).toBe(false);
    expect(stopsEarly([3, 2, 2.1, 2.2], 2, true)).toBe(true);
    expect(stopsEarly([3, 2, 2.1, 2.2], 0, true)).toBe(false);
    expect(stopsEarly([], 1, true)).toBe(false);
  });
});

test('a chunk adds a fifth of the rounds of a first fit', () => {
  expect(paramsForChunk({})).toEqual({ rounds: 20 });
  expect(paramsForChunk({ rounds: 600, leaves: 12 })).toEqual({ rounds: 120, leaves: 12 });
  expect(paramsForChunk({ rounds: 1 })).toEqual({ rounds: 1 });
});

test('boosted trees and forecasters go on learning, other models on rows do not', () => {
  const recipe = (estimator: string) => ({ id: estimator, title: '', estimator, params: {}, cost: 1 });
  expect([supportsIncremental(recipe('gbdt')), supportsIncremental(recipe('elastic-net'))]).toEqual([true, false]);
  const forecaster = { ...recipe('x'), family: 'TS-08', scaling: 'level', maxOrigins: 1, maxRows: 1 } as const;
  expect(supportsIncremental({ ...forecaster, kind: 'lag-map' })).toBe(true);
  expect(supportsIncremental({ ...forecaster, kind: 'linear' })).toBe(false);
});

describe('the order of chunks for forecasters', () => {
  const series = { dateColumn: 'day', idColumns: ['shop', 'item'] };
  const random = { partitionMethod: 'random', isDescendingOrder: false, datetimePartitionColumn: null } as const;
  const date = { ...random, partitionMethod: 'date', datetimePartitionColumn: 'day', orderByColumns: [] } as const;
  test.each([
    ['by time', date, true],
    ['by time, newest first', { ...date, isDescendingOrder: true }, false],
    ['by another date', { ...date, datetimePartitionColumn: 'shipped' }, false],
    ['by series', { ...random, orderByColumns: ['item', 'shop', 'day'] }, true],
    ['by a part of the ID', { ...random, orderByColumns: ['shop', 'day'] }, false],
    ['by series, in no order of time', { ...random, orderByColumns: ['shop', 'item'] }, false],
    ['without an order', { ...random, orderByColumns: [] }, false],
  ])('%s', (_, order, fits) => {
    expect(wrongChunkOrder(order, series) === '').toBe(fits);
  });
});

test('of forecasters that are as good the latest is kept, and without any score the last', () => {
  expect(lastOfBest([3, 2, 2, 4], true)).toBe(2);
  expect(lastOfBest([null, 0.5, 0.5], false)).toBe(2);
  expect(lastOfBest([null, null], true)).toBe(1);
});

describe('fields of an aim', () => {
  const wrong = (aim: Aim) => Object.keys(wrongIncremental(aim)).sort();
  test.each<[string, Aim, string[]]>([
    ['nothing', { target: 'y' }, []],
    ['switched off', { incrementalLearningOnlyMode: false }, []],
    ['only mode, chunks to come', { incrementalLearningOnlyMode: true }, []],
    ['chunks for later', { chunkDefinitionId: 'c' }, []],
    ['the best model over chunks', { incrementalLearningOnBestModel: true, chunkDefinitionId: 'c' }, []],
    ['the best model over chunks that are made', { incrementalLearningOnBestModel: true }, []],
    [
      'the best of no models',
      { incrementalLearningOnBestModel: true, chunkDefinitionId: 'c', mode: 'manual' },
      ['incrementalLearningOnBestModel'],
    ],
    [
      'stopping what never begins',
      { incrementalLearningEarlyStoppingRounds: 1 },
      ['incrementalLearningEarlyStoppingRounds'],
    ],
    ['time series', { useTimeSeries: true, chunkDefinitionId: 'c', incrementalLearningOnlyMode: true }, []],
    [
      'time series of numbered rows',
      { useTimeSeries: true, windowsBasisUnit: 'ROW', incrementalLearningOnlyMode: true },
      ['incrementalLearningOnlyMode'],
    ],
    [
      'stopping over chunks that are made',
      { incrementalLearningOnBestModel: true, incrementalLearningEarlyStoppingRounds: 1 },
      [],
    ],
    ['no target', { unsupervisedMode: true, incrementalLearningOnlyMode: true }, ['incrementalLearningOnlyMode']],
  ])('%s', (_, aim, fields) => expect(wrong(aim)).toEqual(fields));

  test('the autopilot is told what to do with chunks, when it is to do anything', () => {
    const chunks = { chunkDefinitionId: 'c' };
    expect(incrementalSettings(chunks)).toBeUndefined();
    expect(incrementalSettings({ ...chunks, incrementalLearningOnlyMode: true })).toEqual({
      chunkDefinitionId: 'c',
      earlyStoppingRounds: 0,
      iterationsBeforeSelection: 1,
    });
    const best = { ...chunks, incrementalLearningOnBestModel: true, incrementalLearningEarlyStoppingRounds: 2 };
    expect(incrementalSettings(best)).toMatchObject({ earlyStoppingRounds: 2, iterationsBeforeSelection: null });
    expect([isIncrementalAim(best), isIncrementalAim({ incrementalLearningOnlyMode: false })]).toEqual([true, false]);
  });
});
