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

/** Forecast windows that one backtest holds at most. */
const MOST_WINDOWS = 4;
/** Share of the typical history that one backtest may take, and that all of them may take. */
const SHARE_OF_ONE = 0.05;
const SHARE_OF_ALL = 0.5;

/** Looks at the data before the first backtest only, so that no choice knows how the backtests end. */
export function prepareForecast(panel: Panel, settings: ForecastSettings): ForecastProblem {
  checkPanel(panel, settings);
  const { blind = 0, first = 1, last, holdout = 0, gap = 0 } = settings;
  const bare: Windows = { history: 1, blind, first, last };
  const plan = planBacktests(panel, bare, { ...backtestLayout(panel, settings), holdout, gap });
  const past = cutPanel(panel, plan.backtests.at(-1)?.trainLengths ?? []);
  const basis = past.series.length >= 0.5 * panel.series.length ? past : panel;
  const reach = last + blind;
  const periods = settings.periods ?? findPeriods(basis, reach);
  const windows = { ...bare, history: settings.history ?? Math.max(4 * (periods.at(-1) ?? 1), 3 * reach, 20) };
  const context = { windows, periods };
  return {
    panel,
    context: settings.events === undefined ? context : { ...context, events: settings.events },
    shape: targetShape(basis, periods, reach),
    plan,
  };
}

/** As a project lays out its backtests when nothing was chosen: no more than leave half of the history for learning. */
function backtestLayout(panel: Panel, settings: ForecastSettings): { count: number; steps: number } {
  const lengths = panel.series.map(({ target }) => target.length).sort((a, b) => a - b);
  const typical = lengths[lengths.length >> 1] as number;
  const window = settings.last - (settings.first ?? 1) + 1;
  const steps = window * Math.max(1, Math.min(MOST_WINDOWS, Math.floor((SHARE_OF_ONE * typical) / window)));
  const length = Math.min((lengths.at(-1) as number) - (settings.holdout ?? 0), typical);
  const most = Math.floor((SHARE_OF_ALL * length) / steps);
  return { count: settings.backtests ?? Math.max(1, Math.min(DEFAULT_BACKTESTS, most)), steps };
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
