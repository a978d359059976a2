import { BinaryReader, BinaryWriter, metrics, type Scored } from '@almanac/engine';
import { SKILL } from '../core/models/metrics.rules.ts';
import type { PartScores } from '../core/models/model.tables.ts';

/** Forecasts of one backtest or the holdout with their actuals: one entry per series, forecast point and distance. */
export interface SeriesPredictions {
  /** Number of the series in the project (`project_series`). */
  readonly series: Int32Array;
  readonly distance: Int32Array;
  /** Forecast point and time that is forecast, in milliseconds. */
  readonly point: Float64Array;
  readonly time: Float64Array;
  readonly actual: Float64Array;
  readonly predicted: Float64Array;
  /** Denominator of MASE, and the weight of the series in the engine's own scores. */
  readonly scale: Float64Array;
  readonly weight: Float64Array;
}

/** Predictions of the validation rows of one fold. */
export interface RowPredictions {
  readonly rows: Int32Array;
  /** Numbers; the class number for classes. */
  readonly actual: Float64Array;
  /** Numbers; probability of class 1; or rows x classes. */
  readonly predicted: Float64Array;
  readonly weight: Float64Array;
}

const LAYOUT = 1;
const SERIES = ['point', 'time', 'actual', 'predicted', 'scale', 'weight'] as const;
const ROWS = ['actual', 'predicted', 'weight'] as const;

export function writeSeriesPredictions(made: SeriesPredictions): Uint8Array {
  const to = new BinaryWriter();
  to.u32(LAYOUT);
  to.i32s(made.series);
  to.i32s(made.distance);
  for (const name of SERIES) to.f64s(made[name]);
  return to.finish();
}

export function readSeriesPredictions(bytes: Uint8Array): SeriesPredictions {
  const from = openReader(bytes);
  const series = from.i32s();
  const distance = from.i32s();
  const [point, time, actual, predicted, scale, weight] = SERIES.map(() => from.f64s()) as Six;
  return { series, distance, point, time, actual, predicted, scale, weight };
}

export function writeRowPredictions(made: RowPredictions): Uint8Array {
  const to = new BinaryWriter();
  to.u32(LAYOUT);
  to.i32s(made.rows);
  for (const name of ROWS) to.f64s(made[name]);
  return to.finish();
}

export function readRowPredictions(bytes: Uint8Array): RowPredictions {
  const from = openReader(bytes);
  const rows = from.i32s();
  const [actual, predicted, weight] = ROWS.map(() => from.f64s()) as Three;
  return { rows, actual, predicted, weight };
}

type Three = [Float64Array, Float64Array, Float64Array];
type Six = [...Three, ...Three];

function openReader(bytes: Uint8Array): BinaryReader {
  const from = new BinaryReader(bytes);
  const layout = from.u32();
  if (layout !== LAYOUT) throw new Error(`Predictions of layout ${layout} were written by another version of Almanac.`);
  return from;
}

export const seriesMetrics = metrics.filter(
  ({ tasks, needs }) => tasks.includes('regression') && needs.every((need) => need === 'scale'),
);

export function scoreSeries(made: SeriesPredictions): PartScores {
  const { actual, predicted, scale, weight } = made;
  if (actual.length === 0) return Object.fromEntries([...seriesMetrics.map(({ name }) => [name, null]), [SKILL, null]]);
  let skill = 0;
  actual.forEach((value, c) => {
    skill += (weight[c] as number) * Math.abs(value - (predicted[c] as number));
  });
  return {
    ...Object.fromEntries(
      seriesMetrics.map((metric) => [metric.name, scoreOrNull(metric, { actual, predicted, scale })]),
    ),
    [SKILL]: skill / actual.length,
  };
}

/** A metric that cannot be computed here (a percentage of zero, the logarithm of a negative) is missing, not fatal. */
export function scoreOrNull(metric: { score(rows: Scored): number }, rows: Scored): number | null {
  try {
    const score = metric.score(rows);
    return Number.isFinite(score) ? score : null;
  } catch {
    return null;
  }
}

/** A part that was predicted and scored, with its predictions as bytes. */
export interface StoredPart {
  readonly part: string;
  readonly scores: PartScores;
  readonly rows: number;
  readonly predictions: Uint8Array;
}

interface Scoring<Predictions> {
  readonly predictions: Predictions;
  readonly scores: PartScores;
}

export const seriesPart = (part: string, { predictions, scores }: Scoring<SeriesPredictions>): StoredPart => ({
  ...{ part, scores, rows: predictions.actual.length },
  predictions: writeSeriesPredictions(predictions),
});

export const tablePart = (part: string, { predictions, scores }: Scoring<RowPredictions>): StoredPart => ({
  ...{ part, scores, rows: predictions.rows.length },
  predictions: writeRowPredictions(predictions),
});
