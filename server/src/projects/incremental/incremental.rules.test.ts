import { describe, expect, test } from 'vitest';
import type { Aim } from '../aim/aim.schema.ts';
import {
  bestIteration,
  incrementalSettings,
  isIncrementalAim,
  paramsForChunk,
  stopsEarly,
  supportsIncremental,
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

test('boosted trees go on learning, other models and forecasters do not', () => {
  const recipe = (estimator: string) => ({ id: estimator, title: '', estimator, params: {}, cost: 1 });
  expect([supportsIncremental(recipe('gbdt')), supportsIncremental(recipe('elastic-net'))]).toEqual([true, false]);
});

describe('fields of an aim', () => {
  const wrong = (aim: Aim) => Object.keys(wrongIncremental(aim)).sort();
  test.each<[string, Aim, string[]]>([
    ['nothing', { target: 'y' }, []],
    ['switched off', { incrementalLearningOnlyMode: false }, []],
    ['only mode, chunks to come', { incrementalLearningOnlyMode: true }, []],
    ['chunks for later', { chunkDefinitionId: 'c' }, []],
    ['the best model over chunks', { incrementalLearningOnBestModel: true, chunkDefinitionId: 'c' }, []],
    ['the best model over nothing', { incrementalLearningOnBestModel: true }, ['incrementalLearningOnBestModel']],
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
    [
      'time series',
      { useTimeSeries: true, chunkDefinitionId: 'c', incrementalLearningOnlyMode: true },
      ['chunkDefinitionId', 'incrementalLearningOnlyMode'],
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
