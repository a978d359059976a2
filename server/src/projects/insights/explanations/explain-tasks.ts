import {
  type Column,
  columnNamed,
  explainRows,
  type Fitted,
  type Frame,
  forecastAt,
  lastKnownTime,
  openForecaster,
  readModel,
  seeded,
  servingPanel,
  takeRows,
  withMemory,
} from '@almanac/engine';
import type { SeriesPlan, TablePlan } from '../../partitioning/plan.ts';
import { labelOf, rowsOfTable } from '../../predictions/predicted-rows.rules.ts';
import { heldFrame } from '../../training/thread/held-data.ts';
import { textsOf } from '../../training/thread/table-problem.ts';
import { spread } from '../charts/outcomes.ts';
import { answering } from '../features/table-model.ts';
import type { ModelFiles } from '../model-files.ts';
import {
  type Contribution,
  classesToExplain,
  type Explanation,
  isExplained,
  strongestOf,
  type Thresholds,
  type WhichClasses,
} from './strength.rules.ts';

export interface ExplainedRow {
  readonly rowId: number;
  readonly prediction: number | string;
  readonly predictionValues: readonly { readonly label: string | number; readonly value: number }[];
  readonly predictionExplanations: readonly Explanation[];
  readonly timestamp?: string;
  readonly forecastPoint?: string;
  readonly forecastDistance?: number;
  readonly seriesId?: string;
}

/** Rows that stand for "not knowing a column". */
export function sampleRows({ most }: { readonly most: number }): Frame {
  const table = heldFrame();
  return takeRows(table, Int32Array.from(spread(table.rows, most)));
}

export interface ExplainTask {
  readonly plan: TablePlan;
  readonly model: ModelFiles;
  readonly background: Frame;
  readonly rows: Int32Array;
  readonly most: number;
  readonly threshold: number;
  readonly only: Thresholds;
  readonly which: WhichClasses;
}

/** Why a model on rows answers as it does. Blends are explained as one model, by trying. */
export function explainTable(task: ExplainTask): ExplainedRow[] {
  const { plan, model, rows } = task;
  const x = takeRows(heldFrame(), rows);
  const [alone] = model.files;
  const fitted = model.files.length === 1 && alone !== undefined ? readModel(alone).model : answering(model);
  const predicted = fitted.predict(x);
  const made = explainRows(fitted as Fitted, x, { rows: task.background, random: seeded(plan.seed).fork('explain') });
  const outputs = plan.task === 'multiclass' ? plan.classes.length : 1;
  const cells = made.columns.map((name) => valueIn(columnNamed(x, name)));
  return [...rowsOfTable(plan, predicted, task.threshold)].map((said) => {
    const at = said.rowId;
    const of = (output: number): Contribution[] =>
      made.columns.map((feature, c) => ({
        feature,
        featureValue: cells[c]?.(at) ?? '',
        strength: made.values[(at * outputs + output) * made.columns.length + c] as number,
      }));
    const chances = predicted.subarray(at * outputs, (at + 1) * outputs);
    const target = plan.task === 'binary' ? labelOf(plan.classes[1] ?? '1') : (plan.target ?? 'anomaly');
    const explained =
      plan.task === 'multiclass'
        ? classesToExplain(chances, plan.classes, task.which).flatMap((k) =>
            strongestOf(of(k), task.most, labelOf(plan.classes[k] ?? '')),
          )
        : isExplained(chances[0] as number, task.only)
          ? strongestOf(of(0), task.most, target)
          : [];
    return {
      rowId: rows[at] as number,
      prediction: said.prediction,
      predictionValues: said.predictionValues ?? [{ label: target, value: Number(said.prediction) }],
      predictionExplanations: explained,
    };
  });
}

function valueIn(source: Column | undefined): (row: number) => string | number {
  if (source === undefined) return () => '';
  if (source.kind === 'numeric') {
    return (row) => (Number.isNaN(source.values[row]) ? '' : (source.values[row] as number));
  }
  if (source.kind === 'date') {
    return (row) => (Number.isNaN(source.values[row]) ? '' : new Date(source.values[row] as number).toISOString());
  }
  const text = textsOf(source);
  return (row) => text(row) ?? '';
}

/** Why forecasts from the rows this thread holds are as they are: what each derived feature adds to them. */
export function explainForecasts(task: {
  readonly plan: SeriesPlan;
  readonly file: Uint8Array;
  readonly forecastPoint: number | null;
  readonly firstRow: number;
  readonly most: number;
  readonly only: Thresholds;
}): ExplainedRow[] {
  const forecaster = openForecaster(task.file);
  const sent = servingPanel(forecaster.parts.memory, heldFrame(), task.plan.panel);
  const panel = withMemory(forecaster, sent);
  const point = task.forecastPoint ?? lastKnownTime(sent) ?? lastKnownTime(forecaster.parts.memory) ?? 0;
  let reasons: ReturnType<typeof forecaster.explain> = [];
  const watched: typeof forecaster = {
    ...forecaster,
    forecastPanel(known, request) {
      reasons = forecaster.explain(known, request);
      return forecaster.forecastPanel(known, request);
    },
  };
  const { target } = task.plan.panel;
  return forecastAt(watched, panel, point).map((row, at) => {
    const sums = new Map<string, { value: number; strength: number }>();
    for (const { weight, cells } of reasons) {
      const cell = cells[at];
      for (const { feature, value, contribution } of cell?.contributions ?? []) {
        // Factors act on the logarithm: near the forecast they add about as much as they multiply.
        const strength = weight * contribution * (cell?.unit === 'factors' ? row.value : 1);
        sums.set(feature, { value, strength: strength + (sums.get(feature)?.strength ?? 0) });
      }
    }
    const all = [...sums].map(([feature, { value, strength }]) => ({
      feature,
      featureValue: Number.isNaN(value) ? '' : value,
      strength,
    }));
    return {
      rowId: task.firstRow + at,
      prediction: row.value,
      predictionValues: [{ label: target, value: row.value }],
      predictionExplanations: isExplained(row.value, task.only) ? strongestOf(all, task.most, target) : [],
      timestamp: new Date(row.time).toISOString(),
      forecastPoint: new Date(row.forecastPoint).toISOString(),
      forecastDistance: row.distance,
      seriesId: row.series,
    };
  });
}
