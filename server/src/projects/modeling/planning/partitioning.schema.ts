import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

const text = z.string().nullable();
const count = z.int().optional();
const stretch = <const P extends string, S extends z.ZodType>(prefix: P, shape: S) =>
  Object.fromEntries(
    [`${prefix}StartDate`, `${prefix}Duration`, `${prefix}EndDate`].map((name) => [name, shape]),
  ) as Record<`${P}${'StartDate' | 'Duration' | 'EndDate'}`, S>;

const Backtest = z.strictObject({
  index: z.int(),
  ...stretch('availableTraining', z.string()),
  ...stretch('primaryTraining', z.string()),
  ...stretch('gap', z.string()),
  ...stretch('validation', z.string()),
  availableTrainingRowCount: count,
  primaryTrainingRowCount: count,
  gapRowCount: count,
  validationRowCount: count,
  totalRowCount: count,
});

export const Partitioning = z.strictObject({
  projectId: z.string(),
  datetimePartitionColumn: z.string(),
  dateFormat: z.string(),
  autopilotDataSelectionMethod: z.string(),
  ...stretch('availableTraining', z.string()),
  ...stretch('primaryTraining', z.string()),
  gapStartDate: text,
  gapDuration: z.string(),
  gapEndDate: text,
  holdoutStartDate: text,
  holdoutDuration: z.string(),
  holdoutEndDate: text,
  validationDuration: z.string(),
  disableHoldout: z.boolean(),
  numberOfBacktests: z.int(),
  backtests: z.array(Backtest),
  numberOfKnownInAdvanceFeatures: z.int(),
  numberOfDoNotDeriveFeatures: z.int(),
  useTimeSeries: z.boolean(),
  defaultToKnownInAdvance: z.boolean(),
  defaultToDoNotDerive: z.boolean(),
  defaultToAPriori: z.boolean(),
  featureDerivationWindowStart: z.int().nullable(),
  featureDerivationWindowEnd: z.int().nullable(),
  forecastWindowStart: z.int().nullable(),
  forecastWindowEnd: z.int().nullable(),
  windowsBasisUnit: text,
  treatAsExponential: z.string(),
  differencingMethod: z.string(),
  periodicities: z.array(z.strictObject({ timeSteps: z.number(), timeUnit: z.string() })).nullable(),
  multiseriesIdColumns: z.array(z.string()),
  useCrossSeriesFeatures: z.boolean().nullable(),
  aggregationType: text,
  crossSeriesGroupByColumns: z.array(z.string()).nullable(),
  calendarId: text,
  calendarName: text,
  modelSplits: z.int(),
  allowPartialHistoryTimeSeriesPredictions: z.boolean(),
  unsupervisedMode: z.boolean(),
  featureSettings: z.array(z.record(z.string(), z.unknown())),
  partitioningWarnings: z.array(z.record(z.string(), z.unknown())),
  availableTrainingRowCount: count,
  primaryTrainingRowCount: count,
  gapRowCount: count,
  holdoutRowCount: count,
  totalRowCount: count,
});
export type Partitioning = z.output<typeof Partitioning>;

export const OptimizedPartitioning = Partitioning.extend({ datetimePartitioningId: z.string() });
/** The fields that were sent; absent ones were not. */
export const PartitioningInput = z.record(z.string(), z.unknown());

export const LogQuery = z.strictObject({ offset, limit: z.int().min(0).max(10_000).default(100) });
export type LogQuery = z.output<typeof LogQuery>;
const envelope = { count: z.int(), next: z.string().nullable(), previous: z.string().nullable() };
export const PartitioningLog = z.strictObject({
  ...envelope,
  datetimePartitioningLog: z.string(),
  totalLogLines: z.int(),
});
export const Started = z.strictObject({ statusId: z.string() });
