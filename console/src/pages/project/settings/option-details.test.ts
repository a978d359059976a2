import { expect, test } from 'vitest';
import type { Project } from '../../../api/projects.ts';
import { inWords, optionDetails } from './option-details.ts';

test.each([
  ['blendBestModels', 'Blend best models'],
  ['seed', 'Seed'],
])('%s is written %s', (name, words) => {
  expect(inWords(name)).toBe(words);
});

test('what was never said is not listed', () => {
  const partition = { cvMethod: 'stratified', datetimePartitionColumn: null, reps: 5, useTimeSeries: false };
  const project = {
    target: 'churn',
    targetType: 'Binary',
    metric: 'LogLoss',
    autopilotMode: 3,
    positiveClass: true,
    partition,
    advancedOptions: { blendBestModels: false },
  } as unknown as Project;
  expect(optionDetails(project)).toEqual([
    { name: 'Kind', value: 'Binary' },
    { name: 'Target', value: 'churn' },
    { name: 'Positive class', value: 'yes' },
    { name: 'Metric', value: 'LogLoss' },
    { name: 'Mode', value: 'Quick' },
    { name: 'Shared out', value: 'by class' },
    { name: 'Folds', value: '5' },
    { name: 'Blend best models', value: 'no' },
  ]);
});
