import { EngineProblem } from '../problems/engine-problem.ts';
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
