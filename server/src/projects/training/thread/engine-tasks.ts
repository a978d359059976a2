import { continueRows, judgeFile } from '../../incremental/continue-rows.ts';
import { continueSeries, finishSeries } from '../../incremental/continue-series.ts';
import { insightTasks } from '../../insights/insight-tasks.ts';
import { referenceOf } from '../../packaging/reference-task.ts';
import { derivedFeatures, timeRange, valuesOf } from './describe-data.ts';
import { detect } from './detect.ts';
import { hold } from './held-data.ts';
import { seriesImportance, tableImportance } from './importance.ts';
import { planSeries } from './plan-series.ts';
import { forecastRows, lookAtSeries, predictRows } from './predict-tasks.ts';
import {
  applyToPart,
  blendSeries,
  fitSeries,
  joinSeries,
  listSeries,
  refitSeries,
  widenSeries,
} from './series-tasks.ts';
import { applyToRows, blendTable, fitTable, listTable, refitTable } from './table-tasks.ts';

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
