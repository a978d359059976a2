import { serveWorker } from '@almanac/engine/node';
import { detect } from './data/multiseries/detect.task.ts';
import { loadFrame } from './engine/held-data.ts';
import { scoresByDistance, seriesAccuracy } from './insights/accuracy/accuracy.rules.ts';
import { associations } from './insights/associations/association.rules.ts';
import { drawChart } from './insights/charts/charts.rules.ts';
import { explainForecasts, explainTable, sampleRows } from './insights/explanations/explain-tasks.ts';
import { testOnRows } from './insights/external/external-tasks.ts';
import { effectsOfRows, effectsOfSeries } from './insights/features/effects-tasks.ts';
import { impactByClass, impactOfRows, impactOfSeries } from './insights/features/impact-tasks.ts';
import { describeFile } from './insights/fitted/describe-file.ts';
import { denseForecasts, timesOfRows } from './insights/over-time/dense-tasks.ts';
import { plotBins } from './insights/over-time/plot.rules.ts';
import { shapOfRows } from './insights/shap/shap-tasks.ts';
import { drawSlice, sizeOfSlice } from './insights/slices/slice-tasks.ts';
import { rowsOfSource } from './insights/source-rows.ts';
import { findRows } from './insights/training-predictions/training-rows.rules.ts';
import { continueRows, evaluateFile } from './modeling/incremental/continue-rows.ts';
import { continueSeries, finishSeries } from './modeling/incremental/continue-series.ts';
import { seriesImportance, tableImportance } from './modeling/planning/importance-tasks.ts';
import { derivedFeatures, planSeries, timeRange, valuesOf } from './modeling/planning/planning-tasks.ts';
import {
  applyToPart,
  blendSeries,
  fitSeries,
  joinSeries,
  listSeries,
  recalibrateSeries,
  refitSeries,
} from './modeling/training/series-tasks.ts';
import { applyToRows, blendTable, fitTable, listTable, refitTable } from './modeling/training/table-tasks.ts';
import { referenceOf } from './packaging/reference-profiles.ts';
import { describeSeries, forecastRows, predictRows } from './predictions/predict-tasks.ts';

/**
 * Entry of the engine threads; bundled into a file of its own. Inputs and outputs of tasks cross a thread border: plain
 * data and typed arrays only.
 */
const tasks = {
  loadFrame,
  detect,
  valuesOf,
  timeRange,
  derivedFeatures,
  seriesImportance,
  tableImportance,
  planSeries,
  listSeries,
  fitSeries,
  recalibrateSeries,
  blendSeries,
  applyToPart,
  joinSeries,
  refitSeries,
  listTable,
  fitTable,
  blendTable,
  applyToRows,
  refitTable,
  continueRows,
  evaluateFile,
  continueSeries,
  finishSeries,
  describeSeries,
  forecastRows,
  predictRows,
  referenceOf,
  drawChart,
  plotBins,
  associations,
  scoresByDistance,
  seriesAccuracy,
  denseForecasts,
  timesOfRows,
  impactOfRows,
  impactByClass,
  impactOfSeries,
  describeFile,
  rowsOfSource,
  shapOfRows,
  drawSlice,
  sizeOfSlice,
  testOnRows,
  effectsOfRows,
  effectsOfSeries,
  findRows,
  sampleRows,
  explainTable,
  explainForecasts,
};

type Tasks = typeof tasks;

declare module './engine/engine-pool.ts' {
  interface EngineTasks extends Tasks {}
}

serveWorker({ tasks, programs: {} });
