import * as engine from '@almanac/engine';
import { extent, indexOfGreatest } from '../engine/arrays.ts';
import { threadFrame } from '../engine/held-data.ts';
import { predictRows } from '../predictions/predict-tasks.ts';
import { PREDICTED_LABEL, PREDICTION, predictionOfClass } from './packaged-model.ts';

/** Deciles: by custom, what the stability index is computed on. */
const BINS = 10;

/** Profiles of columns and predictions, as bytes: what later data are compared with. `classes`: of several, else none. */
export const referenceProfiles = (
  columns: readonly engine.Column[],
  predicted: Float64Array,
  classes: readonly string[],
): Uint8Array => engine.writeProfiles([...columns, ...predictionColumns(predicted, classes)].map(withBins));

/** Predictions as columns: one number a row, or, for several classes, the chance of each and the likeliest label. */
export function predictionColumns(predicted: Float64Array, classes: readonly string[]): engine.Column[] {
  const width = classes.length;
  if (width === 0) return [{ kind: 'numeric', name: PREDICTION, values: predicted }];
  const rows = Math.floor(predicted.length / width);
  const codes = Int32Array.from({ length: rows }, (_, row) =>
    indexOfGreatest(predicted.subarray(row * width, (row + 1) * width)),
  );
  const chances = classes.map(
    (_, c): engine.Column => ({
      kind: 'numeric',
      name: predictionOfClass(c),
      values: Float64Array.from({ length: rows }, (_, row) => predicted[row * width + c] as number),
    }),
  );
  return [...chances, { kind: 'categorical', name: PREDICTED_LABEL, codes, levels: classes }];
}

function withBins(column: engine.Column): engine.ColumnProfile {
  const profile = engine.profileColumn(column);
  return profile.kind === 'numbers' ? engine.profileColumn(column, engine.edgesFrom(profile, BINS)) : profile;
}

interface ReferenceTask {
  /** Columns of the data. Derived features are not part of requests, so they are not monitored. */
  readonly columns: readonly string[];
  /** Out-of-sample predictions; where empty, the model predicts its training rows. */
  readonly predicted: Float64Array;
  /** Labels of several classes, in which case there are so many numbers a row. */
  readonly classes: readonly string[];
  readonly files: readonly Uint8Array[];
  readonly weights: readonly number[];
  readonly isForecaster: boolean;
}

interface Reference {
  readonly profiles: Uint8Array;
  readonly rows: number;
  readonly kinds: Readonly<Record<string, engine.ColumnKind>>;
  readonly range: { readonly lower: number; readonly upper: number } | null;
}

/** What data and predictions looked like when the model was made. */
export function referenceOf(task: ReferenceTask): Reference {
  const table = threadFrame();
  const wanted = new Set(task.columns);
  const columns = table.columns.filter(({ name }) => wanted.has(name));
  const predicted = task.predicted.length > 0 ? task.predicted : inSample(task);
  return {
    profiles: referenceProfiles(columns, predicted, task.classes),
    rows: table.rows,
    kinds: Object.fromEntries(columns.map(({ name, kind }) => [name, kind])),
    range: task.classes.length > 0 ? null : rangeOf(predicted),
  };
}

function inSample({ files, weights, isForecaster }: ReferenceTask): Float64Array {
  const [file] = files;
  if (!isForecaster || file === undefined) return predictRows({ files, weights });
  return Float64Array.from(engine.openForecaster(file).forecast(), ({ value }) => value);
}

function rangeOf(values: Float64Array): Reference['range'] {
  const [lower, upper] = extent(values);
  return lower <= upper ? { lower, upper } : null;
}
