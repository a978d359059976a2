import { detect } from '../data/multiseries/detect.task.ts';
import { insightTasks } from '../insights/insight-tasks.ts';
import { continueRows, judgeFile } from '../modeling/incremental/continue-rows.ts';
import { continueSeries, finishSeries } from '../modeling/incremental/continue-series.ts';
import { derivedFeatures, timeRange, valuesOf } from '../modeling/planning/describe-data.ts';
import { seriesImportance, tableImportance } from '../modeling/planning/importance.ts';
import { planSeries } from '../modeling/planning/plan-series.ts';
import {
  applyToPart,
  blendSeries,
  fitSeries,
  joinSeries,
  listSeries,
  refitSeries,
  widenSeries,
} from '../modeling/training/series-tasks.ts';
import { applyToRows, blendTable, fitTable, listTable, refitTable } from '../modeling/training/table-tasks.ts';
import { referenceOf } from '../packaging/reference-task.ts';
import { forecastRows, lookAtSeries, predictRows } from '../predictions/predict-tasks.ts';
import { hold } from './held-data.ts';

/** What an engine thread can be asked to do. Inputs and outputs cross a thread border: plain data and typed arrays. */
export const engineTasks = {
  hold,
  detect,
  valuesOf,
  timeRange,
  derivedFeatures,
  seriesImportance,
  tableImportance,
  planSeries,
  listSeries,
  fitSeries,
  widenSeries,
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
  judgeFile,
  continueSeries,
  finishSeries,
  lookAtSeries,
  forecastRows,
  predictRows,
  referenceOf,
  ...insightTasks,
} as const;

export type EngineTasks = typeof engineTasks;
