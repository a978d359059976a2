import { type Column, type ColumnProfile, edgesFrom, profileColumn, writeProfiles } from '@almanac/engine';
import { PREDICTED_LABEL, PREDICTION, predictionOfClass } from './packaged-model.ts';

/** Deciles: by custom, what the stability index is computed on. */
const BINS = 10;

/** Profiles of columns and predictions, as bytes: what later data are compared with. `classes`: of several, else none. */
export const referenceProfiles = (
  columns: readonly Column[],
  predicted: Float64Array,
  classes: readonly string[],
): Uint8Array => writeProfiles([...columns, ...predictionColumns(predicted, classes)].map(withBins));

/** Predictions as columns: one number a row, or, for several classes, the chance of each and the likeliest label. */
export function predictionColumns(predicted: Float64Array, classes: readonly string[]): Column[] {
  const width = classes.length;
  if (width === 0) return [{ kind: 'numeric', name: PREDICTION, values: predicted }];
  const rows = Math.floor(predicted.length / width);
  const codes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    let best = 0;
    for (let c = 1; c < width; c++) {
      if ((predicted[row * width + c] as number) > (predicted[row * width + best] as number)) best = c;
    }
    codes[row] = best;
  }
  const chances = classes.map(
    (_, c): Column => ({
      kind: 'numeric',
      name: predictionOfClass(c),
      values: Float64Array.from({ length: rows }, (_, row) => predicted[row * width + c] as number),
    }),
  );
  return [...chances, { kind: 'categorical', name: PREDICTED_LABEL, codes, levels: classes }];
}

function withBins(column: Column): ColumnProfile {
  const profile = profileColumn(column);
  return profile.kind === 'numbers' ? profileColumn(column, edgesFrom(profile, BINS)) : profile;
}
