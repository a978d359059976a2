import type { PredictionRow } from '../../../api/deployments.ts';

interface Interval {
  readonly percent: string;
  readonly low: number | null;
  readonly high: number | null;
}

/** Settings allow one interval at most. */
export function intervalOf({ predictionIntervals = {} }: PredictionRow): Interval | undefined {
  const [found] = Object.entries(predictionIntervals);
  return found && { percent: found[0], ...found[1] };
}

/** The headings of the answer, in the order its cells are drawn. */
export function columnsOf(row: PredictionRow, target: string): string[] {
  const interval = intervalOf(row);
  return [
    'Row',
    ...(row.seriesId == null ? [] : ['Series']),
    ...(row.timestamp === undefined ? [] : ['Time']),
    target,
    ...(row.predictionValues.length > 1 ? row.predictionValues.map(({ label }) => `P(${label})`) : []),
    ...(interval ? [`${interval.percent} % from`, 'to'] : []),
    ...(row.predictionExplanations ? ['Top reasons'] : []),
  ];
}
