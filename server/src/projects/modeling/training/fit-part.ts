import { type ForecastBlueprint, fitBlueprintOn, type PanelModel, seeded, timeOf } from '@almanac/engine';
import type { SeriesPart } from '../../core/partitioning/plan.ts';
import type { SeriesPredictions } from '../../engine/predictions-file.ts';
import { pointsOf, predictPart, problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { cutStart, sharedPart } from './share-cells.ts';

interface FittedPart {
  readonly model: PanelModel;
  readonly predictions: SeriesPredictions;
  readonly trainingRows: number;
  /** First and last moment it learned from; the end is exclusive. */
  readonly span: readonly [number, number];
}

/** Learns once before a part and forecasts from every forecast point in it. */
export async function fitPart(job: SeriesJob, blueprint: ForecastBlueprint, asked: SeriesPart): Promise<FittedPart> {
  const problem = problemOf(job);
  const part = job.share === undefined ? asked : sharedPart(problem.panel, job.plan, asked, job.share);
  const { learned, lengths, rows } = cutStart(problem, job.plan, part);
  const model = await fitBlueprintOn(learned, blueprint, lengths, { random: seeded(job.plan.seed) });
  // What it has learned from says nothing about how good it is.
  const points = part.trainEnd < part.from ? pointsOf(problem, job.plan, part) : [];
  return {
    model,
    predictions: predictPart(job, problem, (panel) => model.forecast(panel), part, points),
    trainingRows: rows,
    span: [timeOf(job.plan.grid, part.trainStart), timeOf(job.plan.grid, part.trainEnd + 1)],
  };
}
