import { BinaryReader, BinaryWriter, type Scored, timeOf } from '@almanac/engine';
import { type SeriesPredictions, scoreOrNull, seriesMetrics } from '../../engine/part-predictions.ts';
import { panelOf, type SeriesJob } from '../../engine/series-problem.ts';

const PARTITIONS = ['validation', 'backtesting', 'holdout'] as const;
type Partition = (typeof PARTITIONS)[number];

/** By number of the series; NaN where a series has no score. */
export type SeriesScores = Readonly<Record<Partition, Float64Array>>;

export interface SeriesAccuracy {
  readonly rowCount: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly scores: Readonly<Record<string, SeriesScores>>;
}

/** Every metric of every series: on the newest backtest, on all of them as their mean, on the holdout. */
export function scoresBySeries(
  parts: readonly { readonly part: string; readonly predictions: SeriesPredictions }[],
  count: number,
): Record<string, SeriesScores> {
  const split = parts.map(({ part, predictions }) => ({ part, own: splitBy(predictions.series, predictions, count) }));
  const backtests = split.filter(({ part }) => part !== 'holdout');
  const newest = split.find(({ part }) => part === 'backtest_0');
  const held = split.find(({ part }) => part === 'holdout');
  return Object.fromEntries(
    seriesMetrics.map((metric) => {
      const score = (rows: Scored | undefined): number =>
        rows === undefined || rows.actual.length === 0 ? Number.NaN : (scoreOrNull(metric, rows) ?? Number.NaN);
      const every = (of: (series: number) => number) => Float64Array.from({ length: count }, (_, i) => of(i));
      return [
        metric.name,
        {
          validation: every((series) => score(newest?.own[series])),
          backtesting: every(
            (series) => backtests.reduce((sum, { own }) => sum + score(own[series]), 0) / backtests.length,
          ),
          holdout: every((series) => score(held?.own[series])),
        },
      ];
    }),
  );
}

/** The rows of every group by its number. */
function splitBy(
  groups: Int32Array,
  { actual, predicted, scale }: Pick<SeriesPredictions, 'actual' | 'predicted' | 'scale'>,
  count: number,
): Scored[] {
  const rows = Array.from({ length: count }, (): number[] => []);
  groups.forEach((group, row) => {
    rows[group]?.push(row);
  });
  return rows.map((own) => ({
    actual: Float64Array.from(own, (row) => actual[row] as number),
    predicted: Float64Array.from(own, (row) => predicted[row] as number),
    scale: Float64Array.from(own, (row) => scale[row] as number),
  }));
}

export function writeAccuracy({ rowCount, start, end, scores }: SeriesAccuracy): Uint8Array {
  const to = new BinaryWriter();
  for (const column of [rowCount, start, end]) to.f64s(column);
  to.u32(Object.keys(scores).length);
  for (const [name, one] of Object.entries(scores)) {
    to.text(name);
    for (const partition of PARTITIONS) to.f64s(one[partition]);
  }
  return to.finish();
}

export function readAccuracy(bytes: Uint8Array): SeriesAccuracy {
  const from = new BinaryReader(bytes);
  const [rowCount, start, end] = [from.f64s(), from.f64s(), from.f64s()];
  const metrics = from.u32();
  const scores: Record<string, SeriesScores> = {};
  for (let i = 0; i < metrics; i++) {
    scores[from.text()] = { validation: from.f64s(), backtesting: from.f64s(), holdout: from.f64s() };
  }
  return { rowCount, start, end, scores };
}

/** Scores of one part by how far ahead was forecast, nearest first. */
export function scoresByDistance(task: {
  readonly made: SeriesPredictions;
  readonly first: number;
  readonly last: number;
  readonly name: string;
}): (number | null)[] {
  const { made, first, last, name } = task;
  const metric = seriesMetrics.find((one) => one.name === name);
  const places = made.distance.map((distance) => distance - first);
  return splitBy(places, made, last - first + 1).map((rows) =>
    metric === undefined || rows.actual.length === 0 ? null : scoreOrNull(metric, rows),
  );
}

export const meanScore = (scores: readonly (number | null | undefined)[]): number | null => {
  const known = scores.filter((score): score is number => typeof score === 'number');
  return known.length === 0 || known.length < scores.length ? null : known.reduce((a, b) => a + b) / known.length;
};

export const metricNames = (): string[] => seriesMetrics.map(({ name }) => name);

/** How well each series is forecast, and how much history it has. */
export function seriesAccuracy(task: {
  readonly job: SeriesJob;
  readonly parts: readonly { readonly part: string; readonly predictions: SeriesPredictions }[];
}): SeriesAccuracy {
  const { series, grid } = panelOf(task.job);
  return {
    rowCount: Float64Array.from(series, ({ target }) => target.filter((value) => !Number.isNaN(value)).length),
    start: Float64Array.from(series, ({ start }) => timeOf(grid, start)),
    end: Float64Array.from(series, ({ start, target }) => timeOf(grid, start + target.length - 1)),
    scores: scoresBySeries(task.parts, series.length),
  };
}
