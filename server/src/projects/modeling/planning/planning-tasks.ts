import * as engine from '@almanac/engine';
import { lengthsAt, type SeriesPart, type SeriesPlan } from '../../core/partitioning/plan.ts';
import { countValues, extent } from '../../engine/arrays.ts';
import { threadFrame, threadPanel } from '../../engine/held-data.ts';
import { problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { textsOf } from '../../engine/table-problem.ts';
import { type PartitionRequest, seriesParts } from './backtests.rules.ts';

export interface PlanSeriesTask {
  readonly panel: engine.PanelSettings;
  /** Null: the unit of the data, and as much history as seasons and forecast window call for. */
  readonly windows: Omit<engine.WindowSettings, 'unit' | 'derivationStart'> & {
    readonly unit: engine.WindowSettings['unit'] | null;
    readonly derivationStart: number | null;
  };
  readonly parts: PartitionRequest;
  readonly periods: readonly number[] | null;
  readonly exponential: 'auto' | 'always' | 'never';
  readonly differencing: 'auto' | 'simple' | 'none' | 'seasonal';
  readonly crossSeries: boolean;
  readonly crossSeriesGroup?: string;
  readonly crossSeriesTotal?: boolean;
  readonly partialHistory: boolean;
  readonly seed: number;
}

/** All that can be decided before any model: windows in steps, parts of the past, seasons, shape of the target. */
export function planSeries(task: PlanSeriesTask): { readonly plan: SeriesPlan; readonly series: readonly string[] } {
  const panel = threadPanel(task.panel);
  const { grid } = panel;
  const { unit, derivationStart, ...ends } = task.windows;
  const start = derivationStart ?? ends.derivationEnd - grid.step;
  const windows = engine.windowsOnGrid({ unit: unit ?? grid.unit, derivationStart: start, ...ends }, grid);
  const last = engine.lastCell(panel);
  const first = panel.series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const cellTime = (cell: number) => engine.timeOf(grid, cell);
  const lengths = panel.series.map(({ target }) => target.length).sort((a, b) => a - b);
  const typicalLength = lengths[lengths.length >> 1] as number;
  const laid = seriesParts(task.parts, windows, { first, last, typicalLength, timeOf: cellTime });
  const axis = { alignment: laid.alignment, lastCell: last };
  const oldest = laid.parts.filter(({ name }) => name !== 'holdout').at(-1) as SeriesPart;
  const past = engine.cutPanel(panel, lengthsAt(panel, axis, oldest.trainEnd));
  if (past.series.length === 0) throw tooShort(panel, oldest);
  const basis = past.series.length >= 0.5 * panel.series.length ? past : panel;
  const reach = windows.last + windows.blind;
  const periods = task.periods ?? engine.findPeriods(basis, reach);
  const bare: Omit<SeriesPlan, 'rowCounts'> = {
    kind: 'series',
    panel: task.panel,
    alignment: laid.alignment,
    grid,
    firstCell: first,
    lastCell: last,
    windows: derivationStart === null ? { ...windows, history: usualHistory(periods, reach) } : windows,
    periods,
    shape: applyShapeOptions(engine.targetShape(basis, periods, reach), task, panel),
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
function groupOf(panel: engine.Panel, { crossSeriesGroup, crossSeriesTotal }: PlanSeriesTask) {
  const total = crossSeriesTotal === undefined ? {} : { crossSeriesTotal };
  if (crossSeriesGroup === undefined) return total;
  const found = panel.covariates.find(({ name }) => name === crossSeriesGroup);
  if (found?.use === 'static') return { crossSeriesGroup, ...total };
  throw new engine.EngineProblem(
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

function applyShapeOptions(found: engine.TargetShape, task: PlanSeriesTask, panel: engine.Panel): engine.TargetShape {
  const shape = { ...found };
  if (task.exponential === 'never') Object.assign(shape, { logarithm: 'none', multiplicative: false });
  if (task.exponential === 'always') {
    if (found.logarithm === 'none') {
      throw new engine.EngineProblem(
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

function rowsOf(panel: engine.Panel, plan: Pick<SeriesPlan, 'alignment' | 'lastCell'>, part: SeriesPart) {
  const count = (cell: number) => lengthsAt(panel, plan, cell).reduce((sum, length) => sum + length, 0);
  const training = count(part.trainEnd);
  return { training, validation: Math.max(0, count(part.to - 1) - count(part.from - 1)) };
}

function tooShort(panel: engine.Panel, part: SeriesPart): engine.EngineProblem {
  const longest = panel.series.reduce((most, { target }) => Math.max(most, target.length), 0);
  return new engine.EngineProblem(
    'aim.too_short',
    `There is not enough history for ${part.name}: the longest series has ${longest} time steps. Ask for fewer ` +
      'backtests, a shorter validation, holdout, gap or forecast window, or upload more history.',
    { column: 'numberOfBacktests' },
  );
}

/** The different values of a column with how often they occur, in the order of their texts or numbers. */
export function valuesOf({ name }: { readonly name: string }): { readonly value: string; readonly rows: number }[] {
  const text = textsOf(engine.column(threadFrame(), name));
  const counts = countValues(Array.from({ length: threadFrame().rows }, (_, row) => text(row)));
  const numeric = [...counts.keys()].every((value) => value.trim() !== '' && Number.isFinite(Number(value)));
  const order = numeric ? (a: string, b: string) => Number(a) - Number(b) : (a: string, b: string) => (a < b ? -1 : 1);
  return [...counts.keys()].sort(order).map((value) => ({ value, rows: counts.get(value) as number }));
}

export function timeRange({ name }: { readonly name: string }): { readonly first: number; readonly last: number } {
  const source = engine.column(threadFrame(), name);
  const [first, last] = extent(source.kind === 'date' ? source.values : []);
  return { first, last };
}

/** Derived features of a forecasting project with their parent columns. */
export function derivedFeatures(job: SeriesJob): { readonly name: string; readonly parent: string }[] {
  const { panel, context, shape } = problemOf(job);
  const named = (use: string) => panel.covariates.filter((one) => one.use === use).map(({ name }) => name);
  const columns = {
    target: panel.target,
    known: named('known'),
    observed: named('observed'),
    statics: named('static'),
  };
  const recipe = engine.recipeOf(panel, context, engine.scalingNormaliser('change', shape, context.periods));
  return recipe.features.map((feature) => ({ name: engine.featureName(feature, columns), parent: parentOf(feature) }));

  function parentOf(feature: (typeof recipe.features)[number]): string {
    switch (feature.kind) {
      case 'known':
      case 'known-change':
        return columns.known[feature.column] ?? panel.target;
      case 'observed':
      case 'observed-mean':
        return columns.observed[feature.column] ?? panel.target;
      case 'static':
        return columns.statics[feature.column] ?? panel.target;
      case 'calendar':
      case 'event':
        return job.plan.panel.dateColumn;
      default:
        return panel.target;
    }
  }
}
