import { EngineProblem } from '../core/engine-problem.ts';
import { lastCell, type Panel } from './panel.ts';
import { type TimeGrid, type TimeUnit, unitMilliseconds, unitMonths } from './time-unit.ts';

/** Windows as a user gives them: in time units of the data, or in rows. Ends are relative to the forecast point. */
export interface WindowSettings {
  readonly unit: TimeUnit;
  /** Start of the history that features may read; negative. */
  readonly derivationStart: number;
  /** End of that history, 0 or negative; what lies between it and the forecast point is blind. */
  readonly derivationEnd: number;
  readonly forecastStart: number;
  readonly forecastEnd: number;
}

/** The same windows in steps of the grid: what every model works with. */
export interface Windows {
  /** Cells of history features may look back over, counted from the last readable cell. */
  readonly history: number;
  /** Cells before the forecast point that are not yet known when the forecast is made. */
  readonly blind: number;
  /** First and last forecast distance. */
  readonly first: number;
  readonly last: number;
}

/** Distances that are forecast, counted from the last readable cell (so a blind history makes them longer). */
export function distancesOf(windows: Windows): number[] {
  const distances: number[] = [];
  for (let k = windows.first; k <= windows.last; k++) distances.push(k + windows.blind);
  return distances;
}

/** Windows that forecast `horizon` steps from the forecast point itself. */
export const plainWindows = (horizon: number, history = 0): Windows => ({
  history: Math.max(history, 1),
  blind: 0,
  first: 1,
  last: horizon,
});

function stepsPerUnit(unit: TimeUnit, grid: TimeGrid): number {
  if (unit === grid.unit || unit === 'ROW') return 1 / (unit === 'ROW' ? 1 : grid.step);
  const months = unitMonths(unit);
  const gridMonths = unitMonths(grid.unit);
  if (months !== undefined && gridMonths !== undefined) return months / (gridMonths * grid.step);
  const length = unitMilliseconds(unit);
  const gridLength = unitMilliseconds(grid.unit);
  if (length !== undefined && gridLength !== undefined) return length / (gridLength * grid.step);
  throw new EngineProblem(
    'series.window-unit',
    `Windows in ${unit} cannot be laid on data with a step of ${grid.step} ${grid.unit}: give them in ${grid.unit} or in ROW.`,
  );
}

/** Turns windows in time units or rows into steps of the grid, refusing what does not divide. */
export function windowsOnGrid(settings: WindowSettings, grid: TimeGrid): Windows {
  const rate = stepsPerUnit(settings.unit, grid);
  const inSteps = (name: string, value: number): number => {
    const steps = value * rate;
    if (!Number.isFinite(steps) || Math.abs(steps - Math.round(steps)) > 1e-9) {
      throw new EngineProblem(
        'series.window-step',
        `${name} = ${value} ${settings.unit} is not a multiple of the time step (${grid.step} ${grid.unit}): ` +
          `use a value that the step divides.`,
        { column: name },
      );
    }
    return Math.round(steps);
  };
  const start = inSteps('featureDerivationWindowStart', settings.derivationStart);
  const end = inSteps('featureDerivationWindowEnd', settings.derivationEnd);
  const first = inSteps('forecastWindowStart', settings.forecastStart);
  const last = inSteps('forecastWindowEnd', settings.forecastEnd);
  if (start >= end || end > 0) {
    throw new EngineProblem(
      'series.derivation-window',
      `The derivation window [${settings.derivationStart}, ${settings.derivationEnd}] must start before it ends and ` +
        `end at or before the forecast point (0).`,
      { column: 'featureDerivationWindowStart' },
    );
  }
  if (first < 1 || last < first) {
    throw new EngineProblem(
      'series.forecast-window',
      `The forecast window [${settings.forecastStart}, ${settings.forecastEnd}] must start at 1 step or later and end ` +
        `no earlier than it starts.`,
      { column: 'forecastWindowStart' },
    );
  }
  return { history: end - start, blind: 0 - end, first, last };
}

/** One forecast point in the past, as numbers of cells per series; 0 where the series sits it out. */
export interface Backtest {
  readonly name: string;
  /** Cells that could be read at the forecast point. */
  readonly lengths: Int32Array;
  /** Cells a model may be trained on: fewer by the gap. */
  readonly trainLengths: Int32Array;
}

interface BacktestSettings {
  readonly count: number;
  /** Cells kept from everything, behind all backtests. */
  readonly holdout?: number;
  /** Cells between two forecast points; the forecast window when not given. */
  readonly spacing?: number;
  /** Cells left unused between the training data and the first forecast time. */
  readonly gap?: number;
  /** Cells a series needs at a forecast point to take part. */
  readonly minHistory?: number;
}

export interface BacktestPlan {
  /** Cells between two forecast points. */
  readonly spacing: number;
  /** Newest first. */
  readonly backtests: readonly Backtest[];
  /** Forecast point in front of the holdout, when one was asked for. */
  readonly holdout?: Backtest;
}

/** Forecast points back from the end of the data. Each series counts from its own end, as its final forecast will. */
export function planBacktests(panel: Panel, windows: Windows, settings: BacktestSettings): BacktestPlan {
  const window = windows.last;
  const spacing = settings.spacing ?? window - windows.first + 1;
  const gap = settings.gap ?? 0;
  const minHistory = settings.minHistory ?? 3;
  const held = settings.holdout ?? 0;
  const at = (name: string, back: number): Backtest => {
    const lengths = Int32Array.from(panel.series, ({ target }) => {
      const length = target.length - back - windows.blind;
      return length - gap >= minHistory ? length : 0;
    });
    return { name, lengths, trainLengths: lengths.map((length) => Math.max(0, length - gap)) };
  };
  const backtests: Backtest[] = [];
  for (let i = 0; i < settings.count; i++) {
    const backtest = at(`backtest ${i + 1}`, held + window + i * spacing);
    if (backtest.lengths.some((length) => length > 0)) backtests.push(backtest);
  }
  if (backtests.length === 0 && settings.count > 0)
    throw tooShort(panel, minHistory + held + window + windows.blind + gap);
  if (held === 0) return { backtests, spacing };
  if (held < window) {
    throw new EngineProblem(
      'series.holdout',
      `The holdout of ${held} steps is shorter than the forecast window of ${window} steps: make it at least as long.`,
    );
  }
  return { backtests, spacing, holdout: at('holdout', held) };
}

/** The forecast point at one grid cell for all series: what a partition with given dates asks for. */
export function backtestAtCell(panel: Panel, windows: Windows, name: string, cell: number, gap = 0): Backtest {
  const lengths = Int32Array.from(panel.series, ({ start, target }) =>
    Math.max(0, Math.min(target.length, cell - windows.blind - start + 1)),
  );
  return { name, lengths, trainLengths: lengths.map((length) => Math.max(0, length - gap)) };
}

function tooShort(panel: Panel, needed: number): EngineProblem {
  const longest = [...panel.series].sort((a, b) => b.target.length - a.target.length)[0];
  const have = longest?.target.length ?? 0;
  return new EngineProblem(
    'series.too-short',
    `The longest series (${longest?.id}) has ${have} time steps up to cell ${lastCell(panel)}; a backtest needs ` +
      `${needed}. Give more history, a shorter forecast window or a smaller gap.`,
    { series: longest?.id ?? '', column: panel.target, row: have },
  );
}
