import { type ColumnKind, openForecaster } from '@almanac/engine';
import { heldFrame } from '../engine/held-data.ts';
import { predictRows } from '../predictions/predict-tasks.ts';
import { referenceProfiles } from './reference-profiles.ts';

interface ReferenceTask {
  /** Columns of the data; what was made of them is not sent by anybody, so it is not watched. */
  readonly columns: readonly string[];
  /** Of rows the model had not seen; empty when there are none, and the model is asked about what it learned from. */
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
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  readonly range: { readonly lower: number; readonly upper: number } | null;
}

/** What data and predictions looked like when the model was made. */
export function referenceOf(task: ReferenceTask): Reference {
  const table = heldFrame();
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
  return Float64Array.from(openForecaster(file).forecast(), ({ value }) => value);
}

function rangeOf(values: Float64Array): Reference['range'] {
  let [lower, upper] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < lower) lower = value;
    if (value > upper) upper = value;
  }
  return lower <= upper ? { lower, upper } : null;
}
