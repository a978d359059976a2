import * as engine from '@almanac/engine';
import type { SeriesPlan, TablePlan } from '../../core/partitioning/plan.ts';
import { spread } from '../../engine/arrays.ts';
import { threadFrame } from '../../engine/held-data.ts';
import type { ModelFiles } from '../../engine/project-files.ts';
import { textsOf } from '../../engine/table-problem.ts';
import { forecastPointOf, matchRows, threadHistory } from '../../predictions/predict-tasks.ts';
import { labelOf, labelText, rowsOfForecasts, rowsOfTable } from '../../predictions/predicted-rows.rules.ts';
import { answering } from '../features/impact-tasks.ts';
import type { ExplainedRow } from './explanation.schema.ts';

/** Rows that stand for "not knowing a column". */
export function sampleRows({ most }: { readonly most: number }): engine.Frame {
  const table = threadFrame();
  return engine.takeRows(table, Int32Array.from(spread(table.rows, most)));
}

interface ExplainTask {
  readonly plan: TablePlan;
  readonly model: ModelFiles;
  readonly background: engine.Frame;
  readonly rows: Int32Array;
  readonly most: number;
  readonly threshold: number;
  readonly only: Thresholds;
  readonly which: WhichClasses;
}

/** Prediction explanations on rows. Blends are explained as one model, by permutation. */
export function explainTable(task: ExplainTask): ExplainedRow[] {
  const { plan, model, rows } = task;
  const x = engine.takeRows(threadFrame(), rows);
  const [alone] = model.files;
  const fitted = model.files.length === 1 && alone !== undefined ? engine.readModel(alone).model : answering(model);
  const predicted = fitted.predict(x);
  const made = engine.explainRows(fitted as engine.Fitted, x, {
    rows: task.background,
    random: engine.seededRandom(plan.seed).fork('explain'),
  });
  const outputs = plan.task === 'multiclass' ? plan.classes.length : 1;
  const cells = made.columns.map((name) => valueIn(engine.columnNamed(x, name)));
  return [...rowsOfTable(plan, predicted, task.threshold)].map((said) => {
    const at = said.rowId;
    const of = (output: number): Contribution[] =>
      made.columns.map((feature, c) => ({
        feature,
        featureValue: cells[c]?.(at) ?? '',
        strength: made.values[(at * outputs + output) * made.columns.length + c] as number,
      }));
    const chances = predicted.subarray(at * outputs, (at + 1) * outputs);
    const target = plan.task === 'binary' ? labelText(labelOf(plan.classes[1] ?? '1')) : (plan.target ?? 'anomaly');
    const explained =
      plan.task === 'multiclass'
        ? classesToExplain(chances, plan.classes, task.which).flatMap((k) =>
            strongestOf(of(k), task.most, labelText(labelOf(plan.classes[k] ?? ''))),
          )
        : isExplained(chances[0] as number, task.only)
          ? strongestOf(of(0), task.most, target)
          : [];
    return {
      rowId: rows[at] as number,
      prediction: said.prediction,
      predictionValues: [...(said.predictionValues ?? [{ label: target, value: Number(said.prediction) }])],
      predictionExplanations: explained,
    };
  });
}

function valueIn(source: engine.Column | undefined): (row: number) => string | number {
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

/**
 * Why forecasts from the rows this thread holds are as they are: what components and derived features add to them. Rows
 * are numbered and named like those of the predictions.
 */
export function explainForecasts(task: {
  readonly plan: SeriesPlan;
  readonly file: Uint8Array;
  readonly forecastPoint: number | null;
  readonly sentRows: number;
  readonly most: number;
  readonly only: Thresholds;
}): ExplainedRow[] {
  const forecaster = engine.openForecaster(task.file);
  const sent = threadHistory(forecaster, task.plan);
  const point = forecastPointOf(forecaster, sent, task.forecastPoint);
  const reasons = engine.explainAt(forecaster, sent.panel, point);
  const forecasts = engine.forecastAt(forecaster, sent.panel, point);
  const { target, idColumns } = task.plan.panel;
  const rows = rowsOfForecasts({ rows: forecasts, rowIds: matchRows(forecasts, task.plan) }, task.sentRows, idColumns);
  const parts = reasons.flatMap(({ contributions }) => contributions);
  const effective = new Set(parts.filter(({ contribution }) => contribution !== 0).map(({ feature }) => feature));
  return [...rows].map(({ originalFormatTimestamp: _, ...row }, at) => {
    const value = forecasts[at]?.value as number;
    const told = (reasons[at]?.contributions ?? []).filter(({ feature }) => effective.has(feature));
    const all = told.map(
      ({ feature, value, contribution }): Contribution => ({
        feature,
        featureValue: Number.isNaN(value) ? '' : value,
        strength: contribution,
      }),
    );
    return {
      ...row,
      predictionValues: [{ label: target, value }],
      predictionExplanations: isExplained(value, task.only) ? strongestOf(all, task.most, target) : [],
    };
  });
}

type Explanation = ExplainedRow['predictionExplanations'][number];
type Contribution = Omit<Explanation, 'label' | 'qualitativeStrength'>;

/**
 * The strongest ones first, with a sign and one to three marks by their share of the whole. As many for every row, those
 * without effect included: the R client reads explanation number n of each row.
 */
export function strongestOf(all: readonly Contribution[], most: number, label: string): Explanation[] {
  const whole = all.reduce((sum, { strength }) => sum + Math.abs(strength), 0);
  return [...all]
    .sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength) || (a.feature < b.feature ? -1 : 1))
    .slice(0, most)
    .map((one) => ({ ...one, label, qualitativeStrength: marks(one.strength, whole) }));
}

function marks(strength: number, whole: number): string {
  const share = whole > 0 ? Math.abs(strength) / whole : 0;
  return (strength < 0 ? '-' : '+').repeat(share > 0.45 ? 3 : share > 0.15 ? 2 : 1);
}

interface Thresholds {
  readonly low: number | null;
  readonly high: number | null;
}

/** Explanations can be limited to high and low predictions. */
export const isExplained = (value: number, { low, high }: Thresholds): boolean =>
  (low === null && high === null) || (low !== null && value <= low) || (high !== null && value >= high);

interface WhichClasses {
  readonly names: readonly string[] | null;
  readonly top: number;
}

/** The classes to explain, by number: those that are named, else the likeliest ones. */
export function classesToExplain(
  chances: ArrayLike<number>,
  classes: readonly string[],
  which: WhichClasses,
): number[] {
  if (which.names !== null) return which.names.map((name) => classes.indexOf(name)).filter((at) => at >= 0);
  return classes
    .map((_, at) => at)
    .sort((a, b) => (chances[b] as number) - (chances[a] as number))
    .slice(0, which.top);
}
