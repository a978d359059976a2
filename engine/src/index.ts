/** Tables. */

/** Files. */
export { BinaryReader } from './format/binary-reader.ts';
export { BinaryWriter } from './format/binary-writer.ts';
export { type ModelReaders, type ReadModel, readModelFile, writeModelFile } from './format/model-file.ts';
export type * from './frame/column.ts';
export { column, type Frame, frame, lengthOf, takeRows, takeValues } from './frame/frame.ts';
export { booleanColumn, categoricalColumn, dateColumn, numericColumn, textColumn } from './frame/from-arrays.ts';
export { categoriesFromArrow, numbersFromArrow, type Validity } from './frame/from-arrow.ts';
export type { Contributions, LinearModel } from './linear/linear-model.ts';
/** Series. */
export {
  type FittedForecaster,
  type Forecaster,
  localForecaster,
  localForecasters,
  type SeriesSpec,
} from './local/index.ts';
/** Metrics. */
export { better, metricNamed, metrics, metricsFor } from './metrics/catalogue.ts';
export { coverage, type IntervalMetric, msis, type ScoredIntervals } from './metrics/interval-metrics.ts';
export type { MeanMetric } from './metrics/mean-metric.ts';
export type { Metric, Scored } from './metrics/metric.ts';
export { pinball } from './metrics/pinball.ts';
export { naiveScale } from './metrics/scaled-errors.ts';
/** Models for rows of a table. */
export { type CatalogueEntry, catalogue, estimatorNamed, modelReaders, readModel } from './model/catalogue.ts';
export { checkParams, defaultParams } from './model/check-params.ts';
export { checkFeatures, checkTraining } from './model/check-training.ts';
export type * from './model/constraint.ts';
export type { Estimator, Fitted, Run, Task, TrainingData } from './model/estimator.ts';
/** Partitions. */
export { type Backtest, type BacktestPlan, backtests, type TimePartition } from './partition/backtests.ts';
export { type Duration, duration, earlier } from './partition/duration.ts';
export { groupPartition } from './partition/group-partition.ts';
export type { Fold, Partition, Plan } from './partition/partition.ts';
export { randomPartition, stratifiedPartition } from './partition/random-partition.ts';
export type { Span } from './partition/time-axis.ts';
export { type UserPlan, userPartition } from './partition/user-partition.ts';
/** What a run is given. */
export type { Pool } from './pool/pool.ts';
/** Problems. */
export { EngineProblem, type Place } from './problems/engine-problem.ts';

/** Profiles and drift. */
export {
  type ColumnProfile,
  edgesFrom,
  mergeProfiles,
  type NameProfile,
  type NumberProfile,
  profileColumn,
} from './profiles/column-profile.ts';
export { distinctEstimate } from './profiles/distinct-count.ts';
export { type Drift, drift, jensenShannon, populationStability } from './profiles/drift.ts';
export { readProfiles, writeProfiles } from './profiles/profile-file.ts';
export { deviationOf } from './profiles/running-moments.ts';
export { quantile, shareBelow } from './profiles/t-digest.ts';
export { type Random, seeded } from './random/random.ts';
export { detectAll, detectSeries, type SeriesDetection } from './series/detect-series.ts';
export type { TimeUnit } from './series/time-unit.ts';
