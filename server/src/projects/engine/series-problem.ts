import * as engine from '@almanac/engine';
import { lengthsAt, type SeriesPart, type SeriesPlan } from '../core/partitioning/plan.ts';
import type { TrainingShare } from '../core/partitioning/training-data.ts';
import { threadPanel } from './held-data.ts';
import type { SeriesPredictions } from './part-predictions.ts';

export interface SeriesJob {
  readonly plan: SeriesPlan;
  /** Columns this model does not see, for shorter feature lists. */
  readonly ignore: readonly string[];
  readonly events: readonly engine.CalendarEvent[];
  /** Training data of this model; everything before its validation when absent. */
  readonly share?: TrainingShare;
}

export function panelOf({ plan, ignore }: SeriesJob): engine.Panel {
  return threadPanel({ ...plan.panel, ignore: [...(plan.panel.ignore ?? []), ...ignore] });
}

/** The problem as the engine knows it. The parts are laid out by the plan, so the engine plans none. */
export function problemOf(job: SeriesJob): engine.ForecastProblem {
  const { windows, periods, shape } = job.plan;
  const { crossSeries, crossSeriesGroup, crossSeriesTotal } = job.plan;
  const context = {
    ...{ windows, periods, crossSeries },
    ...(crossSeriesGroup === undefined ? {} : { crossSeriesGroup }),
    ...(crossSeriesTotal === undefined ? {} : { crossSeriesTotal }),
  };
  return {
    panel: panelOf(job),
    context: job.events.length === 0 ? context : { ...context, events: job.events },
    shape,
    plan: { backtests: [] },
  };
}

/** The forecast points of a part, as the engine's backtests. */
export function pointsOf(problem: engine.ForecastProblem, plan: SeriesPlan, part: SeriesPart): engine.SeriesBacktest[] {
  const trainLengths = lengthsAt(problem.panel, plan, part.trainEnd);
  return part.points.map((point) => {
    const known = lengthsAt(problem.panel, plan, point - plan.windows.blind);
    // A series without training data is left out of the part.
    const lengths = known.map((length, s) => ((trainLengths[s] as number) > 0 ? length : 0));
    return { name: part.name, lengths, trainLengths };
  });
}

export function predictPart(
  { plan }: SeriesJob,
  problem: engine.ForecastProblem,
  forecast: (panel: engine.Panel) => Float64Array,
  part: SeriesPart,
  points: readonly engine.SeriesBacktest[],
): SeriesPredictions {
  const { panel, context } = problem;
  const out: Record<keyof SeriesPredictions, number[]> = {
    series: [],
    distance: [],
    point: [],
    time: [],
    actual: [],
    predicted: [],
    scale: [],
    weight: [],
  };
  points.forEach((point, p) => {
    if (!point.lengths.some((length) => length > 0)) return;
    const cells = engine.evaluatedCells(panel, point, context);
    const predicted = engine.atCells(forecast(engine.cutPanel(panel, point.lengths)), cells);
    const forecastPoint = part.points[p] as number;
    predicted.forEach((value, c) => {
      const series = cells.series[c] as number;
      const distance = plan.windows.first + (cells.distance[c] as number);
      // Windows of the last forecast point may reach past the part.
      if (forecastPoint + distance >= part.to) return;
      const last = (panel.series[series]?.start ?? 0) + (point.lengths[series] as number) - 1 + plan.windows.blind;
      out.series.push(series);
      out.distance.push(distance);
      out.point.push(engine.timeOf(plan.grid, last));
      out.time.push(engine.timeOf(plan.grid, last + distance));
      out.actual.push(cells.actual[c] as number);
      out.predicted.push(value);
      out.scale.push(cells.scale[c] as number);
      out.weight.push(cells.weight[c] as number);
    });
  });
  return {
    series: Int32Array.from(out.series),
    distance: Int32Array.from(out.distance),
    point: Float64Array.from(out.point),
    time: Float64Array.from(out.time),
    actual: Float64Array.from(out.actual),
    predicted: Float64Array.from(out.predicted),
    scale: Float64Array.from(out.scale),
    weight: Float64Array.from(out.weight),
  };
}
