import type { FitReport, LinearDescription } from '@almanac/engine';
import { expect, test } from 'vitest';
import { toMissingReport, toParameters, toWordCloud } from './fitted.rules.ts';

const linear: LinearDescription = {
  link: 'softmax',
  intercepts: [0.5, -0.5],
  coefficients: [
    { column: 'price', term: { kind: 'value', fill: 3 }, values: [0, 0] },
    { column: 'price', term: { kind: 'missing' }, values: [1, -2] },
    { column: 'town', term: { kind: 'level', level: 'Oslo' }, values: [0.1, 0.2] },
    { column: 'note', term: { kind: 'words', bucket: 7, rarity: 1.5 }, values: [4, 0] },
    { column: 'note', term: { kind: 'words', bucket: 8, rarity: 1 }, values: [-1, 2] },
    { column: 'note', term: { kind: 'words', bucket: 9, rarity: 2 }, values: [0, 0] },
  ],
};
const report: FitReport = {
  rows: 10,
  missing: [
    { column: 'price', kind: 'numeric', missing: 4, treatment: { kind: 'imputed', value: 3, indicator: true } },
    { column: 'town', kind: 'categorical', missing: 0, treatment: { kind: 'no-level' } },
    { column: 'note', kind: 'text', missing: 0, treatment: { kind: 'empty-text' } },
  ],
  words: [
    { column: 'note', bucket: 7, ngram: 'very good', rows: 4, isStopWord: false },
    { column: 'note', bucket: 8, ngram: 'the', rows: 8, isStopWord: true },
    { column: 'note', bucket: 9, ngram: 'room', rows: 9, isStopWord: false },
  ],
};

test('coefficients by class, the greatest shown alone; words without a say are left out', () => {
  const { parameters, derivedFeatures } = toParameters(linear, report, ['a', 'b']);
  expect(parameters).toEqual([
    { name: 'Intercept (a)', value: 0.5 },
    { name: 'Intercept (b)', value: -0.5 },
    { name: 'Link function', value: 'softmax' },
  ]);
  expect(derivedFeatures.map((one) => [one.derivedFeature, one.type, one.coefficient])).toEqual([
    ['price', 'NUM', 0],
    ['price is missing', 'CAT', -2],
    ['town = Oslo', 'CAT', 0.2],
    ['note: very good', 'TEXT', 4],
    ['note: the', 'TEXT', 2],
  ]);
  expect(derivedFeatures[1]?.stageCoefficients).toEqual([
    { stage: 'a', coefficient: 1 },
    { stage: 'b', coefficient: -2 },
  ]);
  expect(derivedFeatures[0]?.transformations).toEqual([{ name: 'Missing imputation', value: 3 }]);
  expect(toParameters(linear, null, ['a', 'b']).derivedFeatures[3]?.derivedFeature).toBe('note: words #7');
});

test('one number a row: one intercept, no coefficients by class', () => {
  const one = { ...linear, intercepts: [2], coefficients: linear.coefficients.slice(0, 1) };
  expect(toParameters(one, null, []).parameters[0]).toEqual({ name: 'Intercept', value: 2 });
  expect(toParameters(one, null, []).derivedFeatures[0]?.stageCoefficients).toEqual([]);
});

test('words as shares of the strongest and of the most frequent, with or without stop words', () => {
  expect(toWordCloud(linear, report, ['a', 'b'], false).ngrams).toEqual([
    {
      ...{ ngram: 'very good', coefficient: 1, count: 4, frequency: 0.5 },
      ...{ isStopword: false, class: 'a', variable: 'note' },
    },
    { ngram: 'the', coefficient: 0.5, count: 8, frequency: 1, isStopword: true, class: 'b', variable: 'note' },
    { ngram: 'the', coefficient: -0.25, count: 8, frequency: 1, isStopword: true, class: 'a', variable: 'note' },
  ]);
  expect(toWordCloud(linear, report, ['a', 'b'], true).ngrams.map(({ ngram }) => ngram)).toEqual(['very good']);
});

test('missing values by feature, with the task of the blueprint that handles them', () => {
  const processes = ['One-hot encoding', 'Missing values imputed', 'Elastic net'];
  expect(toMissingReport(report, processes).missingValuesReport).toEqual([
    {
      feature: 'price',
      type: 'Numeric',
      missingCount: 4,
      missingPercentage: 0.4,
      tasks: {
        2: {
          name: 'Missing values imputed',
          descriptions: ['Imputed value: 3', 'Missing indicator was treated as feature'],
        },
      },
    },
    expect.objectContaining({ feature: 'town', tasks: { 1: expect.objectContaining({ name: 'One-hot encoding' }) } }),
    expect.objectContaining({ feature: 'note', tasks: { 3: expect.objectContaining({ name: 'Elastic net' }) } }),
  ]);
});
