import { expect, test } from 'vitest';
import { matrixCsv, toDistributions, toImpact, toMatrix, toPreview } from './shap.rules.ts';
import { joinShap, readShap, writeShap } from './shap-file.ts';
import type { ShapRows } from './shap-tasks.ts';

/** Three rows, two classes, two columns. */
const shap: ShapRows = {
  columns: ['size', 'town'],
  kinds: ['numeric', 'categorical'],
  link: 'softmax',
  base: Float64Array.of(0.5, -0.5),
  rows: Int32Array.of(4, 7, 9),
  predictions: Float64Array.of(0.9, 0.1, 0.4, 0.6, 0.2, 0.8),
  values: Float64Array.of(1, -3, 0, 2, -1, 0.5, 4, 0, 0, -2, 1, 1),
  cells: [
    ['1', '2', ''],
    ['Oslo', 'Rome, IT', 'Lima'],
  ],
};

test('a matrix of each class, and its file', () => {
  expect(toMatrix(shap, 1)).toEqual({
    index: [4, 7, 9],
    linkFunction: 'softmax',
    baseValue: -0.5,
    colnames: ['size', 'town'],
    matrix: [
      [0, 2],
      [4, 0],
      [1, 1],
    ],
  });
  expect([...matrixCsv(shap, 0)].join('')).toBe('row_index,size,town\n4,1,-3\n7,-1,0.5\n9,0,-2\n');
});

test('impact over rows and classes', () => {
  expect(toImpact(shap)).toMatchObject({ baseValue: [0.5, -0.5], link: 'softmax', rowCount: 3 });
  const [first, second] = toImpact(shap).shapImpacts;
  expect(first).toEqual({ featureName: 'town', impactNormalized: 1, impactUnnormalized: 8.5 / 3 });
  expect(second).toEqual({
    featureName: 'size',
    impactNormalized: 7 / 8.5,
    impactUnnormalized: expect.closeTo(7 / 3, 12),
  });
});

test('a preview ranks the features of each row by size', () => {
  expect(toPreview(shap, 0, {}).previews[0]).toEqual({
    rowIndex: 4,
    totalPreviewFeatures: 2,
    predictionValue: 0.9,
    previewValues: [
      { featureRank: 1, featureName: 'town', featureValue: 'Oslo', shapValue: -3 },
      { featureRank: 2, featureName: 'size', featureValue: '1', shapValue: 1 },
    ],
  });
  const one = toPreview(shap, 0, { featureFilterName: 'size' }).previews[0]?.previewValues;
  expect(one).toEqual([{ featureRank: 2, featureName: 'size', featureValue: '1', shapValue: 1 }]);
  expect(toPreview(shap, 0, { featureFilterCount: 1 }).previews[1]?.previewValues).toHaveLength(1);
});

test('a preview picks rows by number, by percentiles and by their predictions', () => {
  const rows = (query: Parameters<typeof toPreview>[2]) =>
    toPreview(shap, 0, query).previews.map((row) => row.rowIndex);
  expect(rows({ predictionFilterRowCount: 2 })).toEqual([4, 7]);
  // Of the least and the greatest prediction.
  expect(rows({ predictionFilterPercentiles: 2 })).toEqual([9, 4]);
  const by = (predictionFilterOperator: '>' | '<=' | '=' | 'between' | 'notBetween', first: number, second?: number) =>
    rows({
      predictionFilterOperator,
      predictionFilterOperandFirst: first,
      ...(second === undefined ? {} : { predictionFilterOperandSecond: second }),
    });
  expect(by('>', 0.4)).toEqual([4]);
  expect(by('<=', 0.4)).toEqual([7, 9]);
  expect(by('=', 0.4)).toEqual([7]);
  expect(by('between', 0.2, 0.4)).toEqual([7, 9]);
  expect(by('notBetween', 0.3, 0.5)).toEqual([4, 9]);
});

test('distributions list every row under its feature', () => {
  const { totalFeaturesCount, features } = toDistributions(shap, 1);
  expect(totalFeaturesCount).toBe(2);
  expect(features.map((one) => [one.feature, one.featureType, one.impactUnnormalized])).toEqual([
    ['size', 'Numeric', 5 / 3],
    ['town', 'Categorical', 1],
  ]);
  expect(features[0]?.shapValues[1]).toEqual({
    rowIndex: 7,
    predictionValue: 0.6,
    featureRank: 1,
    featureValue: '2',
    shapValue: 4,
  });
});

test('pieces survive being written, read and joined', () => {
  const again = readShap(writeShap(shap));
  expect(again).toEqual(shap);
  const joined = joinShap([shap, again]);
  expect([joined.rows.length, joined.values.length, joined.cells[1]?.length]).toEqual([6, 24, 6]);
});
