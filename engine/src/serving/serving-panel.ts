import { EngineProblem } from '../core/engine-problem.ts';
import { textsOf } from '../frame/align-frame.ts';
import { type Column, column, columnNamed, type Frame } from '../frame/frame.ts';
import type { PanelSettings } from '../series/build-panel.ts';
import { dateValues } from '../series/detect-series.ts';
import { groupBySeries, type SeriesRows } from '../series/group-series.ts';
import { type Covariate, cellsOf, type Panel, type PanelSeries } from '../series/panel.ts';
import { gridIndex, timeOf } from '../series/time-unit.ts';

/**
 * New rows as a panel that a forecaster can read: on the time grid it learned on, its covariates in its order, names as
 * its own codes. Columns that are not there are missing everywhere, names it never saw are missing; rows after the last
 * target are the known future.
 */
export function servingPanel(memory: Panel, table: Frame, settings: PanelSettings): Panel {
  const dates = dateValues(column(table, settings.dateColumn));
  const groups = groupBySeries(table, dates, settings.dateColumn, settings.idColumns);
  const target = valuesIn(table, { name: memory.target, use: 'observed', derive: true });
  const sources = memory.covariates.map((covariate) => ({ covariate, values: valuesIn(table, covariate) }));
  const series = groups.map((group): PanelSeries => {
    const cells = cellsIn(group, dates, memory, settings);
    const lay = (values: Float64Array) => cellsOf(values, group.rows, cells);
    const history = trimPanel(lay(target));
    const pick = (use: Covariate['use']) =>
      sources.flatMap(({ covariate, values }) => (covariate.use === use ? [lay(values)] : []));
    return {
      id: group.id,
      start: cells[0] as number,
      target: history,
      known: pick('known'),
      observed: pick('observed').map((values) => values.subarray(0, history.length)),
      statics: pick('static').map((values) => values.find((value) => !Number.isNaN(value)) ?? Number.NaN),
    };
  });
  return { ...memory, series };
}

/**
 * Cells between the rows that were sent and those that are remembered are laid out, so a wrong year could take all
 * memory.
 */
const MOST_CELLS = 20_000_000;

function refuseFarAway({ series, grid }: Panel, cell: number): void {
  const remembered = series[0]?.start ?? 0;
  if (grid.unit === 'ROW' || Math.abs(cell - remembered) <= MOST_CELLS) return;
  throw new EngineProblem(
    'series.far-away',
    `The time ${new Date(timeOf(grid, Math.round(cell))).toISOString()} is more than ${MOST_CELLS} steps of ${grid.step} ` +
      `${grid.unit} away from the data the model knows, which begin at ` +
      `${new Date(timeOf(grid, remembered)).toISOString()}. Check the year.`,
  );
}

function trimPanel(values: Float64Array): Float64Array {
  let length = values.length;
  while (length > 0 && Number.isNaN(values[length - 1] as number)) length--;
  return values.subarray(0, length);
}

/** Numbers as they are, names as the codes the forecaster knows. */
function valuesIn(table: Frame, { name, levels }: Covariate): Float64Array {
  const source = columnNamed(table, name);
  if (source === undefined) return new Float64Array(table.rows).fill(Number.NaN);
  if (levels === undefined) return numbersIn(source, table.rows);
  const codes = new Map(levels.map((level, code) => [level, code]));
  const text = textsOf(source);
  return Float64Array.from({ length: table.rows }, (_, row) => codes.get(text(row) ?? '') ?? Number.NaN);
}

function numbersIn(source: Column, rows: number): Float64Array {
  if (source.kind !== 'categorical' && source.kind !== 'text') return source.values;
  const text = textsOf(source);
  return Float64Array.from({ length: rows }, (_, row) => {
    const cell = text(row)?.trim() ?? '';
    const value = cell === '' ? Number.NaN : Number(cell);
    if (cell === '' || !Number.isNaN(value)) return value;
    throw new EngineProblem(
      'frame.wrong-kind',
      `Column "${source.name}" must hold a number, but row ${row} has ${JSON.stringify(cell)}. Correct the cell or leave it empty.`,
      { column: source.name, row },
    );
  });
}

function cellsIn(group: SeriesRows, dates: Float64Array, memory: Panel, settings: PanelSettings): Int32Array {
  const { grid } = memory;
  return Int32Array.from(group.rows, (row, i) => {
    const cell = grid.unit === 'ROW' ? i : gridIndex(grid, dates[row] as number);
    refuseFarAway(memory, cell);
    if (Math.abs(cell - Math.round(cell)) <= 1e-6) return Math.round(cell);
    throw new EngineProblem(
      'series.off-grid',
      `Row ${row} of series "${group.id}" lies between two steps of ${grid.step} ${grid.unit}, on which the model ` +
        `learned, in "${settings.dateColumn}": correct its time.`,
      { column: settings.dateColumn, series: group.id, row },
    );
  });
}

/** True for a series without a single value: no model can tell its level. */
export const isCold = ({ target }: PanelSeries): boolean => target.every(Number.isNaN);

/**
 * Numbers of the known series most like a new one: those that share the most static values with it, all of them where
 * nothing is shared. The new series is forecast as their mean.
 */
export function likeSeries(newcomer: PanelSeries, known: Panel): number[] {
  const matches = known.series.map((one) =>
    isCold(one) ? -1 : one.statics.filter((value, i) => Object.is(value, newcomer.statics[i])).length,
  );
  const most = matches.reduce((high, count) => Math.max(high, count), 0);
  return matches.flatMap((count, s) => (count === most ? [s] : []));
}

/** Mean over some series of values laid out series by series. */
export function meanOver(values: Float64Array, series: readonly number[], distances: number): Float64Array {
  return Float64Array.from({ length: distances }, (_, d) => {
    let sum = 0;
    for (const s of series) sum += values[s * distances + d] as number;
    return series.length > 0 ? sum / series.length : 0;
  });
}
