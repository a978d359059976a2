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

/** A stretch of the past that models are evaluated on: learned once before it, forecast from every point in it. */
export interface EvaluationPart {
  readonly name: string;
  readonly trainLengths: Int32Array;
  /** Oldest first; their forecast windows tile the part. */
  readonly points: readonly Backtest[];
}

interface BacktestSettings {
  readonly count: number;
  /** Cells of one part; the forecast window when not given. */
  readonly steps?: number;
  /** Cells kept from everything, behind all backtests. */
  readonly holdout?: number;
  /** Cells left unused between the training data and the first forecast time. */
  readonly gap?: number;
}

export interface BacktestPlan {
  /** Newest first. */
  readonly backtests: readonly EvaluationPart[];
  readonly holdout?: EvaluationPart;
}

/** Cells a series must have before a forecast point to take part in it. */
const LEAST_HISTORY = 3;

/** Parts back from the end of the data. Each series counts from its own end, as its final forecast will. */
export function planBacktests(panel: Panel, windows: Windows, settings: BacktestSettings): BacktestPlan {
  const { count, holdout: held = 0, gap = 0 } = settings;
  const window = windows.last - windows.first + 1;
  const steps = settings.steps ?? window;
  if (held > 0 && held < window) {
    throw new EngineProblem(
      'series.holdout',
      `The holdout of ${held} steps is shorter than the forecast window of ${window} steps: make it at least as long.`,
    );
  }
  const lengthsAt = (back: number): Int32Array =>
    Int32Array.from(panel.series, ({ target }) => (target.length - back >= LEAST_HISTORY ? target.length - back : 0));
  /** The part that begins so many cells before the end of each series. */
  const partAt = (name: string, begin: number, cells: number): EvaluationPart => {
    const trainLengths = lengthsAt(begin + gap);
    const points: Backtest[] = [];
    for (let start = 0; start < cells; start += window) {
      const known = lengthsAt(begin - start + windows.first - 1 + windows.blind);
      const lengths = known.map((length, s) => ((trainLengths[s] as number) > 0 ? length : 0));
      if (lengths.some((length) => length > 0)) points.push({ name, lengths, trainLengths });
    }
    return { name, trainLengths, points };
  };
  const all = Array.from({ length: count }, (_, i) => partAt(`backtest_${i}`, held + (i + 1) * steps, steps));
  const backtests = all.filter(({ points }) => points.length > 0);
  if (backtests.length === 0 && count > 0) throw tooShort(panel, LEAST_HISTORY + held + steps + windows.blind + gap);
  return held === 0 ? { backtests } : { backtests, holdout: partAt('holdout', held, held) };
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
