import * as engine from '@almanac/engine';
import type { TablePlan } from '../../core/partitioning/plan.ts';
import { threadFrame } from '../../engine/held-data.ts';
import { type RowPredictions, scoreOrNull } from '../../engine/part-predictions.ts';
import type { ModelFiles } from '../../engine/project-files.ts';
import { numbersOf, targetValues } from '../../engine/table-problem.ts';
import { answering } from '../features/impact-tasks.ts';

export interface ExternalOutcomes {
  readonly predictions: RowPredictions;
  readonly scores: readonly { readonly label: string; readonly value: number }[];
}

/**
 * What a model says about rows it never saw, beside what happened. Rows without an outcome, or with a class that the
 * model does not know, are left out.
 */
export function testOnRows({
  plan,
  model,
}: {
  readonly plan: TablePlan;
  readonly model: ModelFiles;
}): ExternalOutcomes {
  const table = threadFrame();
  const actual = targetValues(engine.column(table, plan.target ?? ''), plan);
  const rows = Int32Array.from(Array(table.rows).keys()).filter((row) => !Number.isNaN(actual[row]));
  const weight = plan.weights === undefined ? undefined : weightsOf(engine.column(table, plan.weights), rows);
  const predictions = {
    rows,
    actual: engine.takeValues(actual, rows),
    predicted: rows.length === 0 ? new Float64Array(0) : answering(model).predict(engine.takeRows(table, rows)),
    weight: weight ?? new Float64Array(rows.length).fill(1),
  };
  const scored = {
    actual: predictions.actual,
    predicted: predictions.predicted,
    ...(weight === undefined ? {} : { weight }),
    ...(plan.task === 'multiclass' ? { classes: plan.classes.length } : {}),
  };
  const known = plan.task === 'anomaly' || rows.length === 0 ? [] : engine.metricsFor(plan.task);
  const scores = known.flatMap((metric) => {
    const value = scoreOrNull(metric, scored);
    return value === null ? [] : [{ label: metric.name, value }];
  });
  return { predictions, scores };
}

/** Undefined where a row has none: then all rows count the same. */
function weightsOf(source: engine.Column, rows: Int32Array): Float64Array | undefined {
  const weights = engine.takeValues(numbersOf(source), rows);
  return weights.some(Number.isNaN) ? undefined : weights;
}
