import {
  type ForecasterParts,
  type ForecastProblem,
  type IntervalModel,
  memoryOf,
  type Panel,
  seriesNoise,
  servedForecaster,
} from '@almanac/engine';

/**
 * What a forecaster answers from: the newest history of the project and of all it has learned since, and intervals for
 * every series of it. Series that the project does not have are as uncertain as their own noise suggests.
 */
export function servedMemory(
  { panel, context }: ForecastProblem,
  learned: Panel,
  intervals: IntervalModel,
): Pick<ForecasterParts, 'memory' | 'intervals'> {
  const { windows, periods } = context;
  const blend = { kind: 'weights', models: [], weights: [] } as const;
  const project = servedForecaster({ memory: panel, windows, periods, blend, models: [], intervals });
  const all = project.append(learned).parts.memory;
  const { noiseFactor } = intervals;
  const added = all.series
    .slice(panel.series.length)
    .map(({ target }) => seriesNoise(target, periods[0] ?? 1) * noiseFactor);
  return {
    memory: memoryOf(all, context),
    intervals: { ...intervals, scales: Float64Array.from([...intervals.scales, ...added]) },
  };
}
