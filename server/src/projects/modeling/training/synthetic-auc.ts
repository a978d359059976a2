import { type Column, type Frame, metrics, seeded, takeRows } from '@almanac/engine';
import { SYNTHETIC_AUC } from '../../core/models/metrics.rules.ts';
import type { PartScores } from '../../core/models/model.tables.ts';
import { scoreOrNull } from '../../engine/part-scores.rules.ts';
import type { TableProblem } from '../../engine/table-problem.ts';

const MOST_ROWS = 5000;

/**
 * How well the scores of a model tell rows it has not seen from made-up ones: numbers anywhere in their range,
 * everything else mixed between rows. 0.5 is chance, 1 is perfect.
 */
export function syntheticAuc(problem: TableProblem, rows: Int32Array, predict: (x: Frame) => Float64Array): PartScores {
  const auc = metrics.find(({ name }) => name === 'AUC');
  if (auc === undefined || rows.length < 2) return { [SYNTHETIC_AUC]: null };
  const real = takeRows(problem.x, rows.slice(0, MOST_ROWS));
  const random = seeded(problem.plan.seed).fork('synthetic');
  const made: Frame = {
    rows: real.rows,
    columns: real.columns.map((source) => {
      const draw = random.fork(source.name);
      const order = Int32Array.from({ length: real.rows }, () => draw.int(real.rows));
      const mixed = takeRows({ rows: real.rows, columns: [source] }, order).columns[0] as Column;
      if (mixed.kind !== 'numeric' && mixed.kind !== 'date') return mixed;
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const value of mixed.values) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
      // What is missing stays missing as often as it was.
      const values = mixed.values.map((value) => (Number.isNaN(value) ? value : low + draw.next() * (high - low)));
      return { ...mixed, values };
    }),
  };
  const actual = new Float64Array(2 * real.rows).fill(1, real.rows);
  const predicted = new Float64Array(2 * real.rows);
  predicted.set(predict(real));
  predicted.set(predict(made), real.rows);
  return { [SYNTHETIC_AUC]: scoreOrNull(auc, { actual, predicted }) };
}
