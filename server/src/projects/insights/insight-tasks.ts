import { scoresByDistance } from './accuracy/distance-scores.rules.ts';
import { seriesAccuracy } from './accuracy/series-accuracy-task.ts';
import { associations } from './associations/association-task.ts';
import { drawChart } from './charts/draw-chart.rules.ts';
import { explainForecasts, explainTable, sampleRows } from './explanations/explain-tasks.ts';
import { effectsOfRows } from './features/effects-tasks.ts';
import { impactOfRows, impactOfSeries } from './features/impact-tasks.ts';
import { effectsOfSeries } from './features/series-effects.ts';
import { denseForecasts, timesOfRows } from './over-time/dense-tasks.ts';
import { plotBins } from './over-time/plot.rules.ts';
import { findRows } from './training-predictions/find-rows-task.ts';

/** What insights ask an engine thread to do. */
export const insightTasks = {
  drawChart,
  plotBins,
  associations,
  scoresByDistance,
  seriesAccuracy,
  denseForecasts,
  timesOfRows,
  impactOfRows,
  impactOfSeries,
  effectsOfRows,
  effectsOfSeries,
  findRows,
  sampleRows,
  explainTable,
  explainForecasts,
} as const;
