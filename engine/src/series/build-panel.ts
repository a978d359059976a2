import { EngineProblem } from '../core/engine-problem.ts';
import { type Column, column, type Frame } from '../frame/frame.ts';
import { dateValues, detectSeries } from './detect-series.ts';
import { groupBySeries, type SeriesRows } from './group-series.ts';
import { type CellRule, type Covariate, cellsOf, codesOrValues, type Panel, type PanelSeries } from './panel.ts';
import { gridIndex, type TimeGrid } from './time-unit.ts';

export interface PanelSettings {
  readonly dateColumn: string;
  /** Several make one composite ID together. */
  readonly idColumns: readonly string[];
  readonly target: string;
  /** Columns whose future is known when a forecast is made. */
  readonly knownInAdvance?: readonly string[];
  /** Columns of which no lags or windows are made. */
  readonly doNotDerive?: readonly string[];
  /** Columns of a composite ID that also describe the series, as static covariates. */
  readonly staticIds?: readonly string[];
  /** Columns that are not used at all. */
  readonly ignore?: readonly string[];
  /** What to do with several rows of a series at one time. */
  readonly duplicates?: 'refuse' | CellRule;
  /** `rows`: number the rows of each series instead of laying them on a time grid. */
  readonly basis?: 'time' | 'rows';
}

/** Lays a table on a regular grid: one series a key, gaps as NaN, rows after the last target as known future. */
export function buildPanel(table: Frame, settings: PanelSettings): Panel {
  if (table.rows === 0) {
    throw new EngineProblem('series.empty', 'The table has no rows: there is nothing to forecast.', {
      column: settings.target,
    });
  }
  const dates = dateValues(column(table, settings.dateColumn));
  const target = numbersOf(column(table, settings.target));
  const groups = groupBySeries(table, dates, settings.dateColumn, settings.idColumns);
  const grid = gridFor(table, settings, dates);
  const sources = covariateColumns(table, settings);
  const [known, plain] = [new Set(settings.knownInAdvance), new Set(settings.doNotDerive)];
  const covariates = sources.map((source) => describe(source, groups, known, plain));
  const series = groups.map((group) => oneSeries(group, dates, grid, target, sources, covariates, settings));
  if (series.every((one) => one.target.length === 0)) {
    throw new EngineProblem('series.no-target', `Column "${settings.target}" has no value in any row.`, {
      column: settings.target,
      row: 0,
    });
  }
  return { target: settings.target, grid, dated: grid.unit !== 'ROW', covariates, series };
}

function gridFor(table: Frame, settings: PanelSettings, dates: Float64Array): TimeGrid {
  if (settings.basis === 'rows') return { unit: 'ROW', step: 1, anchor: 0 };
  const found = detectSeries(table, settings.dateColumn, settings.idColumns);
  if (found.timeUnit === null || found.timeStep === null) {
    throw new EngineProblem(
      'series.irregular',
      `"${settings.dateColumn}" has no regular time step. ${found.reasons.join(' ')}`,
      { column: settings.dateColumn },
    );
  }
  let anchor = Number.POSITIVE_INFINITY;
  for (const time of dates) if (time < anchor) anchor = time;
  return { unit: found.timeUnit, step: found.timeStep, anchor };
}

function covariateColumns(table: Frame, settings: PanelSettings): Column[] {
  const shown = new Set(settings.staticIds);
  const ids = settings.idColumns.filter((name) => !shown.has(name));
  const taken = new Set([settings.dateColumn, settings.target, ...ids, ...(settings.ignore ?? [])]);
  return table.columns.filter(({ name, kind }) => !taken.has(name) && kind !== 'text');
}

/** A column that never changes inside a series describes the series. */
function describe(
  source: Column,
  groups: readonly SeriesRows[],
  knownInAdvance: ReadonlySet<string>,
  doNotDerive: ReadonlySet<string>,
): Covariate {
  const values = codesOrValues(source);
  const constant = groups.every(({ rows }) => rows.every((row) => Object.is(values[row], values[rows[0] as number])));
  const known = knownInAdvance.has(source.name);
  const base = {
    name: source.name,
    use: known ? 'known' : constant && groups.length > 1 ? 'static' : 'observed',
    derive: !doNotDerive.has(source.name),
  } as const;
  return source.kind === 'categorical' ? { ...base, levels: source.levels } : base;
}

function oneSeries(
  group: SeriesRows,
  dates: Float64Array,
  grid: TimeGrid,
  target: Float64Array,
  sources: readonly Column[],
  covariates: readonly Covariate[],
  settings: PanelSettings,
): PanelSeries {
  const cells = cellNumbers(group, dates, grid, settings);
  const start = cells[0] as number;
  const all = cellsOf(target, group.rows, cells, settings.duplicates === 'refuse' ? 'last' : settings.duplicates);
  let length = all.length;
  while (length > 0 && Number.isNaN(all[length - 1] as number)) length--;
  const pick = (use: Covariate['use']): Float64Array[] =>
    sources.flatMap((source, i) =>
      covariates[i]?.use === use ? [cellsOf(codesOrValues(source), group.rows, cells, 'last')] : [],
    );
  return {
    id: group.id,
    start,
    target: all.subarray(0, length),
    known: pick('known'),
    observed: pick('observed').map((values) => values.subarray(0, length)),
    statics: pick('static').map((values) => values[0] as number),
  };
}

/** Grid cell of each row, refusing times off the grid and, unless they are aggregated, repeated times. */
function cellNumbers(group: SeriesRows, dates: Float64Array, grid: TimeGrid, settings: PanelSettings): Int32Array {
  const cells = new Int32Array(group.rows.length);
  const where = { column: settings.dateColumn, series: group.id };
  for (let i = 0; i < cells.length; i++) {
    const row = group.rows[i] as number;
    const cell = grid.unit === 'ROW' ? i : gridIndex(grid, dates[row] as number);
    if (Math.abs(cell - Math.round(cell)) > 1e-6) {
      throw new EngineProblem(
        'series.off-grid',
        `Row ${row} of series "${group.id}" lies between two steps of ${grid.step} ${grid.unit} in ` +
          `"${settings.dateColumn}": correct its time or use ROW windows.`,
        { ...where, row },
      );
    }
    cells[i] = Math.round(cell);
    if (i > 0 && cells[i] === cells[i - 1] && (settings.duplicates ?? 'refuse') === 'refuse') {
      throw new EngineProblem(
        'series.duplicate-time',
        `Series "${group.id}" has the same time in "${settings.dateColumn}" more than once, first in row ${row}: ` +
          `remove the row, add an id column, or choose how to aggregate (sum, mean, last).`,
        { ...where, row },
      );
    }
  }
  return cells;
}

function numbersOf(source: Column): Float64Array {
  if (source.kind === 'text' || source.kind === 'categorical') {
    throw new EngineProblem(
      'series.target-kind',
      `The target "${source.name}" is ${source.kind}; forecasts need numbers.`,
      {
        column: source.name,
      },
    );
  }
  const infinite = source.values.findIndex((value) => value === Infinity || value === -Infinity);
  if (infinite >= 0) {
    throw new EngineProblem(
      'series.infinite',
      `The target "${source.name}" is infinite in row ${infinite}: replace the value or leave it empty.`,
      { column: source.name, row: infinite },
    );
  }
  return source.values;
}
