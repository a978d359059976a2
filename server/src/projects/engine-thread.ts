import { serveWorker } from '@almanac/engine/node';
import { detect } from './data/multiseries/detect.task.ts';
import { hold } from './engine/held-data.ts';
import { insightTasks } from './insights/insight-tasks.ts';
import { continueRows, judgeFile } from './modeling/incremental/continue-rows.ts';
import { continueSeries, finishSeries } from './modeling/incremental/continue-series.ts';
import { derivedFeatures, timeRange, valuesOf } from './modeling/planning/describe-data.ts';
import { seriesImportance, tableImportance } from './modeling/planning/importance.ts';
import { planSeries } from './modeling/planning/plan-series.ts';
import {
  applyToPart,
  blendSeries,
  fitSeries,
  joinSeries,
  listSeries,
  refitSeries,
  widenSeries,
} from './modeling/training/series-tasks.ts';
import { applyToRows, blendTable, fitTable, listTable, refitTable } from './modeling/training/table-tasks.ts';
import { referenceOf } from './packaging/reference-task.ts';
import { forecastRows, lookAtSeries, predictRows } from './predictions/predict-tasks.ts';

/**
 * Entry of the engine threads; bundled into a file of its own. Inputs and outputs of tasks cross a thread border: plain
 * data and typed arrays only.
 */
const tasks = {
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
};
type Tasks = typeof tasks;

declare module './engine/engine-pool.ts' {
  interface EngineTasks extends Tasks {}
}

serveWorker({ tasks, programs: {} });
