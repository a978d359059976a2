import { averagePredictions, type Fitted, type Frame, readModel, type TabularProblem } from '@almanac/engine';
import { spread } from '../charts/outcomes.ts';
import type { ModelFiles } from '../model-parts.ts';

/** A model or a blend as one prediction function. */
export function answering({ files, weights }: ModelFiles): Pick<Fitted, 'predict'> {
  const models = files.map((file) => readModel(file).model);
  return {
    predict: (x: Frame) =>
      averagePredictions(
        models.map((model) => model.predict(x)),
        weights,
      ),
  };
}

export type RowsOf = 'training' | 'validation' | 'holdout';

/** Validation rows of a fold, or the holdout; at most `most`, evenly spread. */
export function rowsToAsk({ partition, x }: TabularProblem, of: RowsOf, fold: number, most: number): Int32Array {
  const part = partition.folds[fold] ?? partition.folds[0];
  const rows =
    of === 'holdout'
      ? partition.holdout
      : ((of === 'training' ? part?.train : part?.validation) ?? Int32Array.from(Array(x.rows).keys()));
  return Int32Array.from(spread(rows.length, most), (at) => rows[at] as number);
}
