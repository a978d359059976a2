export {
  type BacktestResult,
  backtestBlueprint,
  fitBlueprintOn,
  refitBlueprint,
} from './autopilot/forecast/backtest-blueprint.ts';
export { seriesNoise } from './autopilot/forecast/blend-backtests.ts';
export type { ForecastBlueprint } from './autopilot/forecast/blueprint.ts';
export { listForecastBlueprints } from './autopilot/forecast/blueprint-catalogue.ts';
export { recipeOf, scalingNormaliser } from './autopilot/forecast/forecaster-of.ts';
export { bestBlueprints, type LeaderboardEntry } from './autopilot/forecast/leaderboard.ts';
export type { CellExplanation, MoreCells, PanelModel } from './autopilot/forecast/panel-model.ts';
export { readPanelModel, writePanelModel } from './autopilot/forecast/panel-model-format.ts';
export { type ForecastProblem, type ForecastSettings, prepareForecast } from './autopilot/forecast/problem.ts';
export {
  type ForecastOutcome,
  type ForecastRunSettings,
  type ForecastWatch,
  runForecast,
} from './autopilot/forecast/run-forecast.ts';
export {
  atCells,
  type ForecastScores,
  type JudgedCells,
  judgedCells,
  scoreForecasts,
} from './autopilot/forecast/score.ts';
export { tunedVariants } from './autopilot/forecast/tune.ts';
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
export { averagePredictions, blendOf, type TabularBlend } from './autopilot/tabular/tabular-blend.ts';
export { applyBlend, narrowed, pruned, usedModels } from './blend/apply-blend.ts';
export type { Blend } from './blend/blend-data.ts';
export { BLEND_RULES, type BlendScore, scoreBlends } from './blend/choose-blend.ts';
export { type Background, explainRows } from './explain/explain-rows.ts';
export { type FeatureImpact, featureImpact, type ImpactQuestion } from './explain/feature-impact.ts';
export { BinaryReader } from './format/binary-reader.ts';
export { BinaryWriter } from './format/binary-writer.ts';
export {
  checkModelFile,
  type ModelReaders,
  type ReadModel,
  readModelFile,
  writeModelFile,
} from './format/model-file.ts';
export { alignFrame, type KnownColumn, textsOf } from './frame/align-frame.ts';
export type * from './frame/column.ts';
export { isEmptyColumn, withoutEmptyColumns } from './frame/empty-columns.ts';
export { column, columnNamed, type Frame, frame, lengthOf, takeRows, takeValues } from './frame/frame.ts';
export { booleanColumn, categoricalColumn, dateColumn, numericColumn, textColumn } from './frame/from-arrays.ts';
export { categoriesFromArrow, numbersFromArrow, type Validity } from './frame/from-arrow.ts';
export {
  DATE_PARTS,
  type DerivedFeature,
  type Transform,
  transformed,
  withTransforms,
} from './frame/transforms.ts';
export { EnsembleModel } from './gbdt/ensemble-model.ts';
export type { GbdtParams } from './gbdt/gbdt.ts';
export { type IntervalModel, learnIntervals } from './intervals/conformal.ts';
export type { Contributions, LinearModel } from './linear/linear-model.ts';
export {
  detectPeriods,
  type FittedForecaster,
  type Forecaster,
  fitManySeries,
  localForecaster,
  localForecasters,
  type PeriodSearch,
  readForecaster,
  type SeriesSpec,
  writeForecaster,
} from './local/index.ts';
export { better, metricNamed, metrics, metricsFor } from './metrics/catalogue.ts';
export { tweedieDevianceAt } from './metrics/deviances.ts';
export { coverage, type IntervalMetric, msis, type ScoredIntervals } from './metrics/interval-metrics.ts';
export type { MeanMetric } from './metrics/mean-metric.ts';
export type { Metric, Scored } from './metrics/metric.ts';
export { pinball } from './metrics/pinball.ts';
export { naiveScale } from './metrics/scaled-errors.ts';
export { type CatalogueEntry, catalogue, estimatorNamed, modelReaders, readModel } from './model/catalogue.ts';
export { checkParams, defaultParams } from './model/check-params.ts';
export { checkFeatures, checkTraining } from './model/check-training.ts';
export type * from './model/constraint.ts';
export { canContinue, continueModel } from './model/continue-model.ts';
export type { Estimator, Fitted, Run, Task, TrainingData } from './model/estimator.ts';
export { linearToOnnx } from './onnx/export-linear.ts';
export { treesToOnnx } from './onnx/export-trees.ts';
export { type Backtest, type BacktestPlan, backtests, type TimePartition, type Window } from './partition/backtests.ts';
export { type Duration, duration, earlier } from './partition/duration.ts';
export { groupPartition } from './partition/group-partition.ts';
export type { Fold, Partition, Plan } from './partition/partition.ts';
export { randomPartition, stratifiedPartition } from './partition/random-partition.ts';
export type { Span } from './partition/time-axis.ts';
export { type UserPlan, userPartition } from './partition/user-partition.ts';
export type { Pool } from './pool/pool.ts';
export { EngineProblem, type Place } from './problems/engine-problem.ts';
export { BinnedLook, BinnedTotals, readBinned, writeBinned } from './profiles/binned-file.ts';
export {
  type BinnedProfile,
  BinnedSum,
  type Bins,
  binnedReference,
  binnedShares,
  binsOf,
  mergeBinned,
} from './profiles/binned-profile.ts';
export {
  type ColumnProfile,
  edgesFrom,
  mergeProfiles,
  type NameProfile,
  type NumberProfile,
  profileColumn,
} from './profiles/column-profile.ts';
export { distinctEstimate } from './profiles/distinct-count.ts';
export { type Divergence, divergence, stabilityByChance } from './profiles/divergence.ts';
export { type Drift, drift, jensenShannon, populationStability } from './profiles/drift.ts';
export { readProfiles, writeProfiles } from './profiles/profile-file.ts';
export { deviationOf } from './profiles/running-moments.ts';
export { digestOf, mergeDigests, quantile, shareBelow, type TDigest } from './profiles/t-digest.ts';
export { type Random, seeded } from './random/random.ts';
export { fuse } from './retrieval/fuse.ts';
export { type LexicalIndex, lexicalIndex } from './retrieval/lexical-index.ts';
export { type EmbedderRules, fitEmbedder, openEmbedder, type TextEmbedder } from './retrieval/text-embedder.ts';
export {
  type Backtest as SeriesBacktest,
  type BacktestPlan as SeriesBacktestPlan,
  planBacktests,
} from './series/backtests.ts';
export { buildPanel, type PanelSettings } from './series/build-panel.ts';
export type { CalendarEvent } from './series/calendar.ts';
export { type TargetShape, targetShape } from './series/choose-normaliser.ts';
export { deriveRows } from './series/derive.ts';
export { detectAll, detectSeries, type SeriesDetection } from './series/detect-series.ts';
export { detectStep, type StepFinding } from './series/detect-step.ts';
export { featureName } from './series/feature.ts';
export { seriesIdAt } from './series/group-series.ts';
export { cutPanel, lastCell, type Panel, type PanelSeries } from './series/panel.ts';
export { findPeriods } from './series/periods.ts';
export { targetsOf } from './series/row-plan.ts';
export { joinSeriesId, splitSeriesId } from './series/series-id.ts';
export { gridIndex, TIME_UNITS, type TimeGrid, type TimeUnit, timeOf } from './series/time-unit.ts';
export { trainingPlan } from './series/training-plan.ts';
export { distancesOf, type WindowSettings, type Windows, windowsOnGrid } from './series/windows.ts';
export { explainAt, forecastAt, lastKnownTime, withMemory } from './serving/forecast-at.ts';
export { checkForecastPoint, defaultForecastPoint, type SentHistory } from './serving/forecast-reach.ts';
export {
  type ForecasterParts,
  type ForecastRequest,
  type ForecastRow,
  type ServedForecaster,
  servedForecaster,
} from './serving/forecaster.ts';
export { cellsToRemember, moreCells } from './serving/more-cells.ts';
export { forecasterFrom, memoryOf, newest, openForecaster, saveForecaster } from './serving/save-forecaster.ts';
export { servingPanel } from './serving/serving-panel.ts';
export { diverse } from './vectors/diverse.ts';
export { type Found, type VectorIndex, vectorIndex } from './vectors/vector-index.ts';
