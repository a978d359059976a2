import { expect, test } from 'vitest';
import { addressOf, definitionOf, EMPTY, formOf, placeText } from './definition-form.ts';

const daily = { minute: [0], hour: [3], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };
const stored = {
  name: 'Nightly',
  enabled: true,
  schedule: daily,
  batchPredictionJob: {
    deploymentId: 'x',
    intakeSettings: { type: 'dataset', datasetId: 's' },
    outputSettings: { type: 'jdbc' },
  },
};

test('what is not changed goes back as it came, also a place the form has no fields for', () => {
  expect(definitionOf(formOf(stored))).toEqual({
    name: 'Nightly',
    deploymentId: 'x',
    intakeSettings: { type: 'dataset', datasetId: 's' },
    outputSettings: { type: 'jdbc' },
    passthroughColumnsSet: null,
    enabled: true,
    schedule: daily,
  });
});

test('without a schedule it is not enabled, and one that is paused shows none', () => {
  expect(definitionOf(EMPTY)).toMatchObject({ enabled: false, schedule: null, passthroughColumnsSet: 'all' });
  expect(formOf({ ...stored, enabled: false }).schedule).toBeNull();
});

test('places are named by their URL, else by their kind', () => {
  expect(placeText({ type: 's3', url: 's3://rows/today.csv' })).toBe('s3://rows/today.csv');
  expect(placeText({ type: 'jdbc' })).toBe('a table');
  expect([addressOf({ type: 'dataset' }), addressOf({ type: 'http' })?.label]).toEqual([undefined, 'URL']);
});
