/** Tables. */

/** From data to a model: all at once, or step by step. */
export {
  type BacktestResult,
  backtestBlueprint,
  fitBlueprintOn,
  refitBlueprint,
} from './autopilot/forecast/backtest-blueprint.ts';
export type { ForecastBlueprint } from './autopilot/forecast/blueprint.ts';
export { listForecastBlueprints } from './autopilot/forecast/blueprint-catalogue.ts';
export type { LeaderboardEntry } from './autopilot/forecast/leaderboard.ts';
export type { PanelModel } from './autopilot/forecast/panel-model.ts';
export { readPanelModel, writePanelModel } from './autopilot/forecast/panel-model-format.ts';
export { type ForecastProblem, type ForecastSettings, prepareForecast } from './autopilot/forecast/problem.ts';
export {
  type ForecastOutcome,
  type ForecastRunSettings,
  type ForecastWatch,
  runForecast,
} from './autopilot/forecast/run-forecast.ts';
export { MODES, type Mode } from './autopilot/mode.ts';
export {
  type AutopilotEntry,
  type AutopilotInput,
  type AutopilotOutcome,
  runAutopilot,
} from './autopilot/run-autopilot.ts';
export { listTabularBlueprints, type TabularBlueprint } from './autopilot/tabular/blueprint.ts';
export {
  type FoldResult,
  fitTabularFold,
  fitTabularOn,
  refitTabular,
  type Scores,
  scoreRows,
} from './autopilot/tabular/fit-tabular.ts';
export { prepareTabular, type TabularProblem, type TabularSettings } from './autopilot/tabular/problem.ts';
export {
  runTabular,
  type TabularEntry,
  type TabularOutcome,
  type TabularRunSettings,
  type TabularWatch,
} from './autopilot/tabular/run-tabular.ts';
export { averagePredictions, type TabularBlend } from './autopilot/tabular/tabular-blend.ts';
/** Why a model answers as it does. */
export { type Background, explainRows } from './explain/explain-rows.ts';
export { type FeatureImpact, featureImpact, type ImpactQuestion } from './explain/feature-impact.ts';
/** Files. */
export { BinaryReader } from './format/binary-reader.ts';
export { BinaryWriter } from './format/binary-writer.ts';
export { type ModelReaders, type ReadModel, readModelFile, writeModelFile } from './format/model-file.ts';
export type * from './frame/column.ts';
export { isEmptyColumn, withoutEmptyColumns } from './frame/empty-columns.ts';
export { column, type Frame, frame, lengthOf, takeRows, takeValues } from './frame/frame.ts';
export { booleanColumn, categoricalColumn, dateColumn, numericColumn, textColumn } from './frame/from-arrays.ts';
export { categoriesFromArrow, numbersFromArrow, type Validity } from './frame/from-arrow.ts';
/** Learning on from an earlier model when new rows arrive. */
export { EnsembleModel } from './gbdt/ensemble-model.ts';
export { continueGbdt, type GbdtParams } from './gbdt/gbdt.ts';
export type { Contributions, LinearModel } from './linear/linear-model.ts';
/** Series. */
export {
  type FittedForecaster,
  type Forecaster,
  localForecaster,
  localForecasters,
  type SeriesSpec,
} from './local/index.ts';
/** Export. */
export { linearToOnnx } from './onnx/export-linear.ts';
export { treesToOnnx } from './onnx/export-trees.ts';
export {
  type Backtest as SeriesBacktest,
  type BacktestPlan as SeriesBacktestPlan,
  planBacktests,
} from './series/backtests.ts';
export { buildPanel, type PanelSettings } from './series/build-panel.ts';
export type { CalendarEvent } from './series/calendar.ts';
export { detectAll, detectSeries, type SeriesDetection } from './series/detect-series.ts';
export type { Panel, PanelSeries } from './series/panel.ts';
export type { TimeGrid, TimeUnit } from './series/time-unit.ts';
export { type WindowSettings, type Windows, windowsOnGrid } from './series/windows.ts';

/** Serving forecasts. */
export {
  type ForecasterParts,
  type ForecastRequest,
  type ForecastRow,
  type ServedForecaster,
  servedForecaster,
} from './serving/forecaster.ts';
export { forecasterFrom, openForecaster, saveForecaster } from './serving/save-forecaster.ts';
