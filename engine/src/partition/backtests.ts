import { EngineProblem } from '../core/engine-problem.ts';
import type { DateColumn } from '../frame/frame.ts';
import type { Fold } from './partition.ts';
import { isEmpty, type Span, type TimeAxis, timeAxis } from './time-axis.ts';

/** Half-open [start, end) in milliseconds. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** One judgement on the past: learn on `trainWindow`, leave the gap out, judge on `validationWindow`. */
export interface Backtest extends Fold {
  readonly trainWindow: Window;
  readonly validationWindow: Window;
}

export interface BacktestPlan {
  readonly backtests: number;
  readonly validation: Span;
  /** Left out between training and validation, like the blind history of a forecast. */
  readonly gap?: Span;
  /** The most recent stretch; none when absent or of no length. */
  readonly holdout?: Span;
  /** Left out between training for the holdout and the holdout; `gap` when absent. */
  readonly holdoutGap?: Span;
  /** Longest history to learn from; all of it when absent. */
  readonly training?: Span;
  /** The instant after the last row, when known better than "one millisecond later" (a full month, a full day). */
  readonly end?: number;
}

export interface TimePartition {
  /** Most recent first. */
  readonly folds: readonly Backtest[];
  readonly holdout: Int32Array;
  /** The rows a model for the holdout may learn from, and the holdout itself as rows to judge. */
  readonly holdoutTest?: Backtest;
}

const NOTHING: Span = { rows: 0 };

function backtestBefore(
  column: DateColumn,
  axis: TimeAxis,
  end: number,
  judged: Span,
  gap: Span,
  training?: Span,
): Backtest {
  const start = axis.back(end, judged);
  const trainEnd = axis.back(start, gap);
  const trainStart = training === undefined ? axis.first : Math.max(axis.first, axis.back(trainEnd, training));
  const inside = ({ start: from, end: to }: Window) => {
    const rows: number[] = [];
    column.values.forEach((time, row) => {
      if (time >= from && time < to) rows.push(row);
    });
    return Int32Array.from(rows);
  };
  const trainWindow = { start: trainStart, end: trainEnd };
  const validationWindow = { start, end };
  return { trainWindow, validationWindow, train: inside(trainWindow), validation: inside(validationWindow) };
}

function refuseEmpty(column: DateColumn, made: Backtest, what: string): void {
  const empty = made.validation.length === 0 ? 'to judge' : made.train.length === 0 ? 'to train on' : undefined;
  if (empty === undefined) return;
  throw new EngineProblem(
    'partition.too-short',
    `The history in "${column.name}" is too short: ${what} has no rows ${empty}. Use fewer backtests, shorter validation, gap or holdout, or more history.`,
    { column: column.name },
  );
}

/**
 * Out-of-time validation: the holdout is the most recent stretch, each backtest judges the stretch before the next one
 * and learns only from what lies before it (Tashman 2000, "Out-of-sample tests of forecasting accuracy: an analysis and
 * review", International Journal of Forecasting 16).
 */
export function backtests(column: DateColumn, plan: BacktestPlan): TimePartition {
  if (!Number.isInteger(plan.backtests) || plan.backtests < 1) {
    throw new EngineProblem(
      'partition.backtests',
      `The number of backtests must be a whole number from 1; it was ${plan.backtests}.`,
    );
  }
  const axis = timeAxis(column, plan.end);
  const gap = plan.gap ?? NOTHING;
  const wanted = plan.holdout === undefined || isEmpty(plan.holdout) ? undefined : plan.holdout;
  const holdoutTest = wanted && backtestBefore(column, axis, axis.end, wanted, plan.holdoutGap ?? gap, plan.training);
  if (holdoutTest) refuseEmpty(column, holdoutTest, 'the holdout');
  const folds: Backtest[] = [];
  let end = holdoutTest ? holdoutTest.validationWindow.start : axis.end;
  for (let index = 0; index < plan.backtests; index += 1) {
    const made = backtestBefore(column, axis, end, plan.validation, gap, plan.training);
    refuseEmpty(column, made, `backtest ${index + 1} of ${plan.backtests}`);
    folds.push(made);
    end = made.validationWindow.start;
  }
  return { folds, holdout: holdoutTest?.validation ?? new Int32Array(0), ...(holdoutTest && { holdoutTest }) };
}
