import {
  cutPanel,
  EngineProblem,
  findPeriods,
  lastCell,
  type Panel,
  type PanelSettings,
  type TargetShape,
  targetShape,
  timeOf,
  type WindowSettings,
  windowsOnGrid,
} from '@almanac/engine';
import type { SeriesPart, SeriesPlan } from '../../core/partitioning/plan.ts';
import { lengthsAt } from '../../core/partitioning/series-lengths.ts';
import { heldPanel } from '../../engine/held-data.ts';
import { type PartWishes, seriesParts } from './series-parts.rules.ts';

export interface PlanSeriesTask {
  readonly panel: PanelSettings;
  /** Null: the unit of the data, and as much history as seasons and forecast window call for. */
  readonly windows: Omit<WindowSettings, 'unit' | 'derivationStart'> & {
    readonly unit: WindowSettings['unit'] | null;
    readonly derivationStart: number | null;
  };
  readonly parts: PartWishes;
  readonly periods: readonly number[] | null;
  readonly exponential: 'auto' | 'always' | 'never';
  readonly differencing: 'auto' | 'simple' | 'none' | 'seasonal';
  readonly crossSeries: boolean;
  readonly crossSeriesGroup?: string;
  readonly crossSeriesTotal?: boolean;
  readonly partialHistory: boolean;
  readonly seed: number;
}

export interface PlannedSeries {
  readonly plan: SeriesPlan;
  readonly series: readonly string[];
}

/** All that can be decided before any model: windows in steps, parts of the past, seasons, shape of the target. */
export function planSeries(task: PlanSeriesTask): PlannedSeries {
  const panel = heldPanel(task.panel);
  const { grid } = panel;
  const { unit, derivationStart, ...ends } = task.windows;
  const start = derivationStart ?? ends.derivationEnd - grid.step;
  const windows = windowsOnGrid({ unit: unit ?? grid.unit, derivationStart: start, ...ends }, grid);
  const last = lastCell(panel);
  const first = panel.series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const cellTime = (cell: number) => timeOf(grid, cell);
  const lengths = panel.series.map(({ target }) => target.length).sort((a, b) => a - b);
  const typicalLength = lengths[lengths.length >> 1] as number;
  const laid = seriesParts(task.parts, windows, { first, last, typicalLength, timeOf: cellTime });
  const axis = { alignment: laid.alignment, lastCell: last };
  const oldest = laid.parts.filter(({ name }) => name !== 'holdout').at(-1) as SeriesPart;
  const past = cutPanel(panel, lengthsAt(panel, axis, oldest.trainEnd));
  if (past.series.length === 0) throw tooShort(panel, oldest);
  const basis = past.series.length >= 0.5 * panel.series.length ? past : panel;
  const reach = windows.last + windows.blind;
  const periods = task.periods ?? findPeriods(basis, reach);
  const bare: Omit<SeriesPlan, 'rowCounts'> = {
    kind: 'series',
    panel: task.panel,
    alignment: laid.alignment,
    grid,
    firstCell: first,
    lastCell: last,
    windows: derivationStart === null ? { ...windows, history: usualHistory(periods, reach) } : windows,
    periods,
    shape: shapeAsAsked(targetShape(basis, periods, reach), task, panel),
    parts: laid.parts,
    crossSeries: task.crossSeries,
    ...groupOf(panel, task),
    partialHistory: task.partialHistory,
    totalRows: panel.series.reduce((sum, { target }) => sum + target.length, 0),
    seed: task.seed,
  };
  const rowCounts = Object.fromEntries(laid.parts.map((part) => [part.name, rowsOf(panel, bare, part)]));
  return { plan: { ...bare, rowCounts }, series: panel.series.map(({ id }) => id) };
}

/** What groups series must be the same in all rows of a series. */
function groupOf(panel: Panel, { crossSeriesGroup, crossSeriesTotal }: PlanSeriesTask) {
  const total = crossSeriesTotal === undefined ? {} : { crossSeriesTotal };
  if (crossSeriesGroup === undefined) return total;
  const found = panel.covariates.find(({ name }) => name === crossSeriesGroup);
  if (found?.use === 'static') return { crossSeriesGroup, ...total };
  throw new EngineProblem(
    'aim.cross_series_group',
    found === undefined
      ? `${crossSeriesGroup} is not in the feature list, so it cannot group series. Add it, or leave the group out.`
      : `${crossSeriesGroup} changes within a series, so it cannot group series. POST crossSeriesProperties/ finds columns that can.`,
    { column: 'crossSeriesGroupByColumns' },
  );
}

/** Four of the longest season, or three times as far back as is forecast. */
const usualHistory = (periods: readonly number[], reach: number): number =>
  Math.max(4 * (periods.at(-1) ?? 1), 3 * reach, 20);

function shapeAsAsked(found: TargetShape, task: PlanSeriesTask, panel: Panel): TargetShape {
  const shape = { ...found };
  if (task.exponential === 'never') Object.assign(shape, { logarithm: 'none', multiplicative: false });
  if (task.exponential === 'always') {
    if (found.logarithm === 'none') {
      throw new EngineProblem(
        'aim.exponential',
        `treatAsExponential is "always", but "${panel.target}" has negative values. Use "auto" or "never".`,
        { column: 'treatAsExponential' },
      );
    }
    shape.multiplicative = true;
  }
  if (task.differencing === 'simple') Object.assign(shape, { centre: 'last', period: 1 });
  if (task.differencing === 'none') Object.assign(shape, { centre: 'mean', period: 1 });
  if (task.differencing === 'seasonal') Object.assign(shape, { centre: 'seasonal', period: Math.max(found.period, 1) });
  return shape;
}

function rowsOf(
  panel: Panel,
  plan: Pick<SeriesPlan, 'alignment' | 'lastCell'>,
  part: SeriesPart,
): { training: number; validation: number } {
  const count = (cell: number) => lengthsAt(panel, plan, cell).reduce((sum, length) => sum + length, 0);
  const training = count(part.trainEnd);
  return { training, validation: Math.max(0, count(part.to - 1) - count(part.from - 1)) };
}

function tooShort(panel: Panel, part: SeriesPart): EngineProblem {
  const longest = panel.series.reduce((most, { target }) => Math.max(most, target.length), 0);
  return new EngineProblem(
    'aim.too_short',
    `There is not enough history for ${part.name}: the longest series has ${longest} time steps. Ask for fewer ` +
      'backtests, a shorter validation, holdout, gap or forecast window, or upload more history.',
    { column: 'numberOfBacktests' },
  );
}
