import { mae, mase, naiveScale, rmse, smape } from '../metrics/point-errors.ts';
import { seasonalBack } from '../series/feature.ts';
import { filledHistory, type Panel } from '../series/panel.ts';
import { type Backtest, distancesOf } from '../series/windows.ts';
import type { ForecastContext } from './panel-model.ts';

/** The cells of one backtest that have an outcome: what forecasts are evaluated on. */
export interface EvaluatedCells {
  /** Place of each cell in the forecasts of its forecast point (series taking part x distances). */
  readonly place: Int32Array;
  readonly actual: Float64Array;
  /** Series number in the whole panel. */
  readonly series: Int32Array;
  /** Position in the list of distances. */
  readonly distance: Int32Array;
  /** Scale of MASE, from the history before the forecast point. */
  readonly scale: Float64Array;
  /** Makes errors comparable between series: see `cellWeights`. */
  readonly weight: Float64Array;
}

export interface ForecastScores {
  /** Mean weighted absolute error, below 1 where it beats the seasonal naive forecast. What models are ranked by. */
  readonly skill: number;
  readonly MASE: number;
  readonly SMAPE: number;
  readonly MAE: number;
  readonly RMSE: number;
}

/** Collects outcomes, scales and weights of a backtest. */
export function evaluatedCells(panel: Panel, backtest: Backtest, context: ForecastContext): EvaluatedCells {
  const distances = distancesOf(context.windows);
  const period = context.periods[0] ?? 1;
  const rows: (CellSizes & { place: number; actual: number; series: number; distance: number })[] = [];
  let taking = 0;
  panel.series.forEach(({ target }, s) => {
    const length = backtest.lengths[s] as number;
    if (length <= 0) return;
    const history = filledHistory(target.subarray(0, length), period);
    const season = history.length > period ? period : 1;
    const scale = naiveScale(history, season);
    const level = meanSize(history.subarray(Math.max(0, history.length - Math.max(2 * period, 12))));
    distances.forEach((k, d) => {
      const actual = target[length - 1 + k];
      if (actual === undefined || Number.isNaN(actual)) return;
      const naive = Math.abs(actual - (history[history.length - 1 - seasonalBack(season, k, 0, 0)] ?? actual));
      rows.push({ place: taking * distances.length + d, actual, series: s, distance: d, scale, level, naive });
    });
    taking++;
  });
  return {
    place: Int32Array.from(rows, (row) => row.place),
    actual: Float64Array.from(rows, (row) => row.actual),
    series: Int32Array.from(rows, (row) => row.series),
    distance: Int32Array.from(rows, (row) => row.distance),
    scale: Float64Array.from(rows, (row) => (row.scale > 0 ? row.scale : row.level > 0 ? row.level : 1)),
    weight: cellWeights(rows),
  };
}

/** Usual change and mean size of the series of a cell, and the error of its seasonal naive forecast. */
interface CellSizes {
  readonly scale: number;
  readonly level: number;
  readonly naive: number;
}

/**
 * Half of the weight follows the usual change of a series (as MASE does), half its level (as percentage errors do),
 * each brought to a mean of one for the seasonal naive forecast: neither smooth nor small series decide alone.
 */
function cellWeights(rows: readonly CellSizes[]): Float64Array {
  const mean = (of: (row: CellSizes) => number): number => {
    let sum = 0;
    for (const row of rows) sum += of(row);
    return rows.length > 0 && sum > 0 ? sum / rows.length : 1;
  };
  const byChange = mean(({ naive, scale }) => (scale > 0 ? naive / scale : 0));
  const byLevel = mean(({ naive, level }) => (level > 0 ? naive / level : 0));
  return Float64Array.from(rows, ({ scale, level }) => {
    const change = scale > 0 ? 1 / (scale * byChange) : 0;
    const size = level > 0 ? 1 / (level * byLevel) : 0;
    return change > 0 && size > 0 ? (change + size) / 2 : change + size;
  });
}

function meanSize(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return values.length > 0 ? sum / values.length : 0;
}

/** The cells of several forecast points, one after the other. */
export function joinCells(parts: readonly EvaluatedCells[]): EvaluatedCells {
  const numbers = (name: 'actual' | 'scale' | 'weight') => concat(parts.map((part) => part[name]));
  const integers = (name: 'place' | 'series' | 'distance') =>
    Int32Array.from(parts.flatMap((part) => Array.from(part[name])));
  return {
    place: integers('place'),
    actual: numbers('actual'),
    series: integers('series'),
    distance: integers('distance'),
    scale: numbers('scale'),
    weight: numbers('weight'),
  };
}

export function concat(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Forecasts of the evaluated cells, in their order. */
export function atCells(forecasts: Float64Array, cells: EvaluatedCells): Float64Array {
  return Float64Array.from(cells.place, (place) => forecasts[place] as number);
}

export function scoreForecasts(predicted: Float64Array, cells: EvaluatedCells): ForecastScores {
  const { actual, scale, weight } = cells;
  let skill = 0;
  for (let c = 0; c < actual.length; c++) {
    skill += (weight[c] as number) * Math.abs((actual[c] as number) - (predicted[c] as number));
  }
  return {
    skill: skill / actual.length,
    MASE: mase.score({ actual, predicted, scale }),
    SMAPE: smape.score({ actual, predicted }),
    MAE: mae.score({ actual, predicted }),
    RMSE: rmse.score({ actual, predicted }),
  };
}
