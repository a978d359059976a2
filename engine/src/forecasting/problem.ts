import { EngineProblem } from '../core/engine-problem.ts';
import type { CalendarEvent } from '../series/calendar.ts';
import { type TargetShape, targetShape } from '../series/choose-normaliser.ts';
import { cutPanel, type Panel } from '../series/panel.ts';
import { findPeriods } from '../series/periods.ts';
import { type BacktestPlan, planBacktests, type Windows } from '../series/windows.ts';
import type { ForecastContext } from './panel-model.ts';

/** What a user decides about a forecasting problem; everything else is found from the data. */
export interface ForecastSettings {
  /** First and last forecast distance and blind history, in steps. */
  readonly first?: number;
  readonly last: number;
  readonly blind?: number;
  /** Derivation window in steps; chosen from seasons and forecast window when not given. */
  readonly history?: number;
  readonly backtests?: number;
  readonly holdout?: number;
  readonly gap?: number;
  readonly events?: readonly CalendarEvent[];
  /** Seasons in steps, when the user knows them better than the data. */
  readonly periods?: readonly number[];
}

/** A forecasting problem with every choice made that does not depend on a model. */
export interface ForecastProblem {
  readonly panel: Panel;
  readonly context: ForecastContext;
  readonly shape: TargetShape;
  readonly plan: BacktestPlan;
}

const DEFAULT_BACKTESTS = 3;

/** Looks at the data before the first backtest only, so that no choice knows how the backtests end. */
export function prepareForecast(panel: Panel, settings: ForecastSettings): ForecastProblem {
  checkPanel(panel, settings);
  const blind = settings.blind ?? 0;
  const lengths = panel.series.map(({ target }) => target.length).sort((a, b) => a - b);
  const median = lengths[lengths.length >> 1] as number;
  const reach = settings.last + blind;
  const { count, spacing } = backtestLayout(settings, median - (settings.holdout ?? 0), reach);
  const bare: Windows = { history: 1, blind, first: settings.first ?? 1, last: settings.last };
  const periodsHint = settings.periods ?? findPeriods(panel, reach);
  const plan = planBacktests(panel, bare, {
    count,
    spacing,
    holdout: settings.holdout ?? 0,
    gap: settings.gap ?? 0,
    minHistory: Math.max(4, Math.min(2 * (periodsHint[0] ?? 1) + 1, 3 * reach)),
  });
  const past = cutPanel(panel, plan.backtests.at(-1)?.trainLengths ?? []);
  const basis = past.series.length >= 0.5 * panel.series.length ? past : panel;
  const periods = settings.periods ?? findPeriods(basis, reach);
  const longest = periods.at(-1) ?? 1;
  const windows = { ...bare, history: settings.history ?? Math.max(4 * longest, 3 * reach, 20) };
  const context = { windows, periods };
  return {
    panel,
    context: settings.events === undefined ? context : { ...context, events: settings.events },
    shape: targetShape(basis, periods, reach),
    plan,
  };
}

/**
 * Backtests side by side where the history allows it. In short series they overlap rather than eat more than half of
 * the history: a model that has seen next to nothing says little about the one that will be deployed.
 */
function backtestLayout(settings: ForecastSettings, length: number, reach: number): { count: number; spacing: number } {
  const count = settings.backtests ?? DEFAULT_BACKTESTS;
  const window = settings.last - (settings.first ?? 1) + 1;
  if (count <= 1) return { count, spacing: window };
  const spacing = Math.floor((0.5 * length - reach) / (count - 1));
  if (spacing >= 1 || settings.backtests !== undefined)
    return { count, spacing: Math.max(1, Math.min(window, spacing)) };
  return { count: 1, spacing: window };
}

function checkPanel(panel: Panel, settings: ForecastSettings): void {
  if (panel.series.length === 0) {
    throw new EngineProblem('series.empty', 'The panel has no series: there is nothing to forecast.', {
      column: panel.target,
    });
  }
  const first = settings.first ?? 1;
  if (!Number.isInteger(settings.last) || !Number.isInteger(first) || first < 1 || settings.last < first) {
    throw new EngineProblem(
      'series.forecast-window',
      `The forecast window [${first}, ${settings.last}] must hold whole steps from 1 on, the last no earlier than the first.`,
    );
  }
}
