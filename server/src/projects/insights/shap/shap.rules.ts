import { shapImpact } from '@almanac/engine';
import { csvLine } from '#platform/csv-line.ts';
import { spread } from '../../engine/arrays.ts';
import type { ShapPreviewQuery } from './shap.schema.ts';
import type { ShapRows } from './shap-tasks.ts';

const TYPES = {
  numeric: 'Numeric',
  categorical: 'Categorical',
  boolean: 'Boolean',
  date: 'Date',
  text: 'Text',
} as const;

/** Where the value of a column in a row is. */
const placeOf = ({ columns, base }: ShapRows, output: number, row: number, column: number): number =>
  (row * base.length + output) * columns.length + column;

function rowOf(shap: ShapRows, output: number, row: number): Float64Array {
  const first = placeOf(shap, output, row, 0);
  return shap.values.subarray(first, first + shap.columns.length);
}

export function toImpact(shap: ShapRows) {
  return {
    shapImpacts: impactsOf(shap),
    baseValue: [...shap.base],
    capping: null,
    link: shap.link,
    rowCount: shap.rows.length,
  };
}

/** Mean size of values by feature, greatest first. */
export const impactsOf = (shap: Pick<ShapRows, 'columns' | 'base' | 'values'>) =>
  shapImpact(shap).map(({ column, impact, normalised }) => ({
    featureName: column,
    impactNormalized: normalised,
    impactUnnormalized: impact,
  }));

export function toMatrix(shap: ShapRows, output: number) {
  return {
    index: [...shap.rows],
    linkFunction: shap.link,
    baseValue: shap.base[output] ?? 0,
    colnames: [...shap.columns],
    matrix: Array.from(shap.rows, (_, row) => [...rowOf(shap, output, row)]),
  };
}

/** The matrix as a file: the number of the row in the data, then one column a feature. */
export function* matrixCsv(shap: ShapRows, output: number): Generator<string> {
  yield csvLine(['row_index', ...shap.columns]);
  for (const [at, row] of shap.rows.entries()) {
    yield csvLine([String(row), ...Array.from(rowOf(shap, output, at), String)]);
  }
}

/** Ranks of the values of a row by size, from 1. */
function rankValues(values: Float64Array): { column: number; value: number; rank: number }[] {
  return Array.from(values, (value, column) => ({ column, value }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.column - b.column)
    .map((one, at) => ({ ...one, rank: at + 1 }));
}

const USUAL_ROWS = 10;
const USUAL_FEATURES = 5;

/** The strongest features of some rows. Percentiles spread the rows evenly over the order of their predictions. */
export function toPreview(shap: ShapRows, output: number, query: ShapPreviewQuery) {
  const outputs = shap.base.length;
  const predicted = (row: number) => shap.predictions[row * outputs + output] as number;
  const all = [...shap.rows.keys()].filter((row) => fits(predicted(row), query));
  const count = query.predictionFilterPercentiles;
  const sorted = [...all].sort((a, b) => predicted(a) - predicted(b) || a - b);
  const chosen =
    count === undefined
      ? all.slice(0, query.predictionFilterRowCount ?? USUAL_ROWS)
      : spread(all.length, count).map((at) => sorted[at] as number);
  const names = query.featureFilterName === undefined ? undefined : new Set(query.featureFilterName.split(','));
  const previews = chosen.map((row) => {
    const values = rankValues(rowOf(shap, output, row)).filter(
      ({ column }) => names === undefined || names.has(shap.columns[column] as string),
    );
    const shown = values.slice(0, query.featureFilterCount ?? (names === undefined ? USUAL_FEATURES : values.length));
    return {
      rowIndex: shap.rows[row] as number,
      totalPreviewFeatures: shown.length,
      predictionValue: predicted(row),
      previewValues: shown.map(({ column, value, rank }) => ({
        featureRank: rank,
        featureName: shap.columns[column] as string,
        featureValue: shap.cells[column]?.[row] ?? '',
        shapValue: value,
      })),
    };
  });
  return { previewsCount: previews.length, previews };
}

function fits(value: number, { predictionFilterOperator: operator, ...query }: ShapPreviewQuery): boolean {
  const first = query.predictionFilterOperandFirst ?? Number.NaN;
  const second = query.predictionFilterOperandSecond ?? Number.NaN;
  switch (operator) {
    case undefined:
      return true;
    case '=':
      return value === first;
    case '!=':
      return value !== first;
    case '>':
      return value > first;
    case '<':
      return value < first;
    case '>=':
      return value >= first;
    case '<=':
      return value <= first;
    case 'between':
      return value >= first && value <= second;
    case 'notBetween':
      return value < first || value > second;
  }
}

/** All values feature by feature, the feature with most impact first. */
export function toDistributions(shap: ShapRows, output: number) {
  const outputs = shap.base.length;
  const own = { columns: shap.columns, base: shap.base.slice(0, 1), values: ownValues(shap, output) };
  const ranks = Array.from(shap.rows, (_, row) => {
    const of = new Map(rankValues(rowOf(shap, output, row)).map(({ column, rank }) => [column, rank]));
    return (column: number) => of.get(column) ?? 0;
  });
  const features = impactsOf(own).map(({ featureName, impactNormalized, impactUnnormalized }) => {
    const column = shap.columns.indexOf(featureName);
    return {
      feature: featureName,
      featureType: TYPES[shap.kinds[column] ?? 'numeric'],
      impactNormalized,
      impactUnnormalized,
      shapValues: Array.from(shap.rows, (rowIndex, row) => ({
        rowIndex,
        predictionValue: shap.predictions[row * outputs + output] as number,
        featureRank: ranks[row]?.(column) ?? 0,
        featureValue: shap.cells[column]?.[row] ?? '',
        shapValue: shap.values[placeOf(shap, output, row, column)] as number,
      })),
    };
  });
  return { totalFeaturesCount: features.length, features };
}

const ownValues = (shap: ShapRows, output: number): Float64Array =>
  Float64Array.from({ length: shap.rows.length * shap.columns.length }, (_, at) => {
    const width = shap.columns.length;
    return shap.values[placeOf(shap, output, Math.floor(at / width), at % width)] as number;
  });
