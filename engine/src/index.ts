export {
  type AutopilotSettings,
  type AutopilotStage,
  type AutopilotState,
  type AutopilotStep,
  type AutopilotWork,
  nextWork,
  type RunBlend,
  type RunModel,
} from './autopilot/next-work.ts';
export {
  type ForecastOutcome,
  type ForecastRunSettings,
  type ForecastWatch,
  type LeaderboardEntry,
  runForecast,
} from './autopilot/run-forecast.ts';
export {
  runTabular,
  type TabularOutcome,
  type TabularRunSettings,
  type TabularWatch,
} from './autopilot/run-tabular.ts';
export type { Blend } from './blend/blend-data.ts';
export { applyBlend, pruneBlend, restrictBlend, usedModels } from './blend/blend-data.ts';
export { BLEND_RULES, type BlendScore, scoreBlends } from './blend/choose-blend.ts';
export { BinaryReader, BinaryWriter } from './core/binary-format.ts';
export { EngineProblem, type Place } from './core/engine-problem.ts';
export { type Random, seededRandom } from './core/random.ts';
export { MODES, type Mode, type Run, type Task } from './core/run.ts';
export type { Pool } from './core/thread-pool.ts';
export {
  type CatalogueEntry,
  canContinue,
  catalogue,
  continueModel,
  estimatorNamed,
  readModel,
} from './estimators/catalogue.ts';
export type { Estimator, Fitted, TrainingData } from './estimators/estimator.ts';
export type { Contributions, LinearModel } from './estimators/linear/linear-model.ts';
export { checkModelFile, writeModelFile } from './estimators/model-file.ts';
export type * from './estimators/parameters.ts';
export { checkParams, defaultParams } from './estimators/parameters.ts';
export { EnsembleModel } from './estimators/trees/ensemble-model.ts';
export type { GbdtParams } from './estimators/trees/gbdt.ts';
export type { Tunable } from './estimators/tuning.ts';
export {
  type Coefficient,
  countRounds,
  describeLinear,
  type LinearDescription,
  type Term,
} from './explain/describe-model.ts';
export {
  type Background,
  type ClassImpactQuestion,
  classImpact,
  explainRows,
  type FeatureImpact,
  featureImpact,
  type ImpactQuestion,
} from './explain/explain-rows.ts';
export {
  type FitReport,
  fitReport,
  type MissingCells,
  type MissingTreatment,
  type NamedBucket,
} from './explain/fit-report.ts';
export {
  type ShapImpact,
  type ShapLink,
  type ShapValues,
  shapImpact,
  shapSums,
  shapValues,
} from './explain/shap.ts';
export {
  type BacktestResult,
  backtestBlueprint,
  fitBlueprintOn,
  refitBlueprint,
  seriesNoise,
} from './forecasting/backtest-blueprint.ts';
export type { ForecastBlueprint } from './forecasting/blueprint.ts';
export { listForecastBlueprints } from './forecasting/blueprint-catalogue.ts';
export { recipeOf, scalingNormaliser } from './forecasting/forecaster-of.ts';
export type { CellExplanation, MoreCells, PanelModel } from './forecasting/panel-model.ts';
export { type ForecastProblem, type ForecastSettings, prepareForecast } from './forecasting/problem.ts';
export {
  atCells,
  type EvaluatedCells,
  evaluatedCells,
  type ForecastScores,
  scoreForecasts,
} from './forecasting/score.ts';
export { tunableForecast, tuneForecast } from './forecasting/tuning.ts';
export { alignFrame, type KnownColumn, textsOf } from './frame/align-frame.ts';
export { booleanColumn, categoricalColumn, dateColumn, numericColumn, textColumn } from './frame/build-columns.ts';
export type * from './frame/frame.ts';
export { column, columnNamed, type Frame, frame, takeRows, takeValues } from './frame/frame.ts';
export {
  DATE_PARTS,
  type DerivedFeature,
  type Transform,
  transformColumn,
  withTransforms,
} from './frame/transforms.ts';
export { type IntervalModel, learnIntervals } from './intervals/conformal.ts';
export { better, metricNamed, metrics, metricsFor } from './metrics/catalogue.ts';
export { coverage, type IntervalMetric, msis, type ScoredIntervals } from './metrics/interval-metrics.ts';
export type { MeanMetric, Metric, Scored } from './metrics/metric.ts';
export { naiveScale, pinball } from './metrics/point-errors.ts';
export { exportOnnx, type OnnxExport, type OnnxFeature, type OnnxMember } from './onnx/export-onnx.ts';
export { type Backtest, type BacktestPlan, backtests, type TimePartition, type Window } from './partition/backtests.ts';
export { groupPartition, type UserPlan, userPartition } from './partition/column-partition.ts';
export type { Fold, Partition, Plan } from './partition/partition.ts';
export { randomPartition, stratifiedPartition } from './partition/partition.ts';
export type { Span } from './partition/time-axis.ts';
export { type Duration, duration, earlier } from './partition/time-axis.ts';
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
export { distinctEstimate } from './profiles/distinct-values.ts';
export { type Divergence, type Drift, divergence, drift, stabilityByChance } from './profiles/drift.ts';
export { readProfiles, writeProfiles } from './profiles/profile-file.ts';
export { digestOf, mergeDigests, quantile, shareBelow, type TDigest } from './profiles/t-digest.ts';
export { fuse, type LexicalIndex, lexicalIndex } from './retrieval/lexical-index.ts';
export { type EmbedderRules, fitEmbedder, openEmbedder, type TextEmbedder } from './retrieval/text-embedder.ts';
export { diverse, type Found, type VectorIndex, vectorIndex } from './retrieval/vector-index.ts';
export { buildPanel, type PanelSettings } from './series/build-panel.ts';
export type { CalendarEvent } from './series/calendar.ts';
export { type TargetShape, targetShape } from './series/choose-normaliser.ts';
export { deriveRows } from './series/derive.ts';
export { detectSeries, detectStep, type SeriesDetection, type StepFinding } from './series/detect-series.ts';
export { featureName } from './series/feature.ts';
export { joinSeriesId, seriesIdAt, splitSeriesId } from './series/group-series.ts';
export { cutPanel, lastCell, type Panel, type PanelSeries } from './series/panel.ts';
export { findPeriods } from './series/periods.ts';
export { gridIndex, TIME_UNITS, type TimeGrid, type TimeUnit, timeOf } from './series/time-unit.ts';
export { targetsOf, trainingPlan } from './series/training-plan.ts';
export {
  type Backtest as SeriesBacktest,
  distancesOf,
  type WindowSettings,
  type Windows,
  windowsOnGrid,
} from './series/windows.ts';
export { cellsToRemember, explainAt, forecastAt, lastKnownTime, moreCells, withMemory } from './serving/forecast-at.ts';
export { checkForecastPoint, defaultForecastPoint, type SentHistory } from './serving/forecast-reach.ts';
export {
  type ForecasterParts,
  type ForecastRequest,
  type ForecastRow,
  type ServedForecaster,
  servedForecaster,
} from './serving/forecaster.ts';
export { forecasterFrom, memoryOf, newest, openForecaster, saveForecaster } from './serving/save-forecaster.ts';
export { servingPanel } from './serving/serving-panel.ts';
export { listTabularBlueprints, type TabularBlueprint } from './tabular/blueprint.ts';
export {
  chooseFromGrid,
  type FoldResult,
  fitTabularFold,
  fitTabularOn,
  refitTabular,
  type Scores,
  scoreRows,
} from './tabular/fit-tabular.ts';
export { prepareTabular, type TabularProblem, type TabularSettings } from './tabular/problem.ts';
export { averagePredictions, blendOf, type TabularBlend } from './tabular/tabular-blend.ts';
export { tunableParameters, tuneBlueprint } from './tabular/tuning.ts';
