import { scoreOrNull, seriesMetrics } from '../../engine/part-scores.rules.ts';
import type { SeriesPredictions } from '../../engine/predictions-file.ts';
import { splitBy } from './series-accuracy.rules.ts';

/** Scores of one part by how far ahead was forecast, nearest first. */
export function scoresByDistance({
  made,
  first,
  last,
  name,
}: {
  readonly made: SeriesPredictions;
  readonly first: number;
  readonly last: number;
  readonly name: string;
}): (number | null)[] {
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
