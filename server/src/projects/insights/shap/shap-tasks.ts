import * as engine from '@almanac/engine';
import type { TablePlan } from '../../core/partitioning/plan.ts';
import { threadFrame } from '../../engine/held-data.ts';
import type { ModelFiles } from '../../engine/project-files.ts';
import { textsOf } from '../../engine/table-problem.ts';
import { answering } from '../features/impact-tasks.ts';

/** Shapley values of some rows, with what a person wants to see beside them. */
export interface ShapRows {
  readonly columns: readonly string[];
  readonly kinds: readonly engine.ColumnKind[];
  readonly link: engine.ShapLink;
  /** One per output: one for each class where there are several, else one. */
  readonly base: Float64Array;
  readonly rows: Int32Array;
  /** Rows x outputs. */
  readonly predictions: Float64Array;
  /** Rows x outputs x columns. */
  readonly values: Float64Array;
  /** The value of each column in each row, as text. */
  readonly cells: readonly (readonly string[])[];
}

/** Answers a sampled explanation may need in all: fewer orders are tried where there are more rows. */
const MOST_ANSWERS = 600_000;
const [LEAST_ORDERS, MOST_ORDERS] = [4, 16];

interface ShapTask {
  readonly plan: TablePlan;
  readonly model: ModelFiles;
  readonly background: engine.Frame;
  readonly rows: Int32Array;
  /** Rows of the whole question, of which these may be a piece: decides how closely each is looked at. */
  readonly of: number;
}

/** Of rows of the table this thread holds: the project's own, or an uploaded one. */
export function shapOfRows({ plan, model, background, rows, of }: ShapTask): ShapRows {
  const x = engine.takeRows(threadFrame(), rows);
  const [alone] = model.files;
  const fitted =
    model.files.length === 1 && alone !== undefined
      ? engine.readModel(alone).model
      : (answering(model) as engine.Fitted);
  const usable = usedColumns(fitted, x, plan);
  const orders = Math.floor(MOST_ANSWERS / (2 * Math.max(1, of) * (usable.columns.length + 1)));
  const made = engine.shapValues(fitted, usable, {
    rows: background,
    random: engine.seededRandom(plan.seed).fork('shap'),
    orders: Math.min(MOST_ORDERS, Math.max(LEAST_ORDERS, orders)),
  });
  const sources = made.columns.map((name) => engine.column(x, name));
  return {
    columns: made.columns,
    kinds: sources.map(({ kind }) => kind),
    link: made.link,
    base: made.base,
    rows,
    predictions: fitted.predict(x),
    values: made.values,
    cells: sources.map((source) => Array.from({ length: x.rows }, (_, row) => cellText(source, row))),
  };
}

/** Sampling tries every column it is given: the target and its like are none of them. */
function usedColumns(model: engine.Fitted, x: engine.Frame, { ignore }: TablePlan): engine.Frame {
  if (model instanceof engine.EnsembleModel || engine.describeLinear(model) !== undefined) return x;
  const hidden = new Set(ignore);
  return { rows: x.rows, columns: x.columns.filter(({ name }) => !hidden.has(name)) };
}

function cellText(source: engine.Column, row: number): string {
  if (source.kind === 'date') {
    return Number.isNaN(source.values[row]) ? '' : new Date(source.values[row] as number).toISOString();
  }
  return textsOf(source)(row) ?? '';
}
