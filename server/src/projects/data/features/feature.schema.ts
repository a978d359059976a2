import { DATE_PARTS } from '@almanac/engine';
import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import type { FeatureRow, ModelingFeatureRow } from '../../core/features/feature.store.ts';
import { pick } from '../../core/fields.ts';

export const LogQuery = z.strictObject({ offset, limit: z.int().min(0).max(10_000).default(100) });

export const FeatureLog = z.strictObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  featureLog: z.string(),
  totalLogLines: z.int(),
});

export const DiscardedQuery = z.strictObject({ search: z.string().max(1000).optional() });
export const Discarded = z.strictObject({
  count: z.int(),
  features: z.array(z.string()),
  totalRestoreLimit: z.int(),
  remainingRestoreLimit: z.int(),
});

const statistic = z.union([z.number(), z.string()]).nullable();

const measured = {
  projectId: z.string(),
  name: z.string(),
  featureType: z.string(),
  importance: z.number().nullable(),
  lowInformation: z.boolean(),
  uniqueCount: z.int(),
  naCount: z.int(),
  dateFormat: z.string().nullable(),
  min: statistic,
  max: statistic,
  mean: statistic,
  median: statistic,
  stdDev: statistic,
  isZeroInflated: z.boolean().nullable(),
  targetLeakage: z.string(),
  parentFeatureNames: z.array(z.string()),
};

export const Feature = z.strictObject({
  id: z.int(),
  ...measured,
  timeSeriesEligible: z.boolean(),
  timeSeriesEligibilityReason: z.string().min(1),
  timeStep: z.int().nullable(),
  timeUnit: z.string().nullable(),
});

export const ModelingFeature = z.strictObject(measured);

const COUNTS = ['lowInformation', 'uniqueCount', 'naCount', 'dateFormat', 'isZeroInflated'] as const;
const STATISTICS = ['min', 'max', 'mean', 'median', 'stdDev'] as const;
const TIME = ['timeSeriesEligible', 'timeSeriesEligibilityReason', 'timeStep', 'timeUnit'] as const;

const base = (row: FeatureRow | ModelingFeatureRow) => ({
  projectId: row.project_id,
  name: row.name,
  featureType: row.feature_type,
  importance: row.importance,
  ...pick(row.profile, COUNTS),
  ...pick(row.profile, STATISTICS),
  targetLeakage: 'SKIPPED_DETECTION',
  parentFeatureNames: row.parent_names,
});

export const toFeature = (row: FeatureRow): z.infer<typeof Feature> => ({
  id: row.number,
  ...base(row),
  ...pick(row.profile, TIME),
});

export const toModelingFeature = (row: ModelingFeatureRow): z.infer<typeof ModelingFeature> => base(row);

const SORTS = [
  'name',
  'id',
  'importance',
  'featureType',
  'uniqueCount',
  'naCount',
  'mean',
  'stdDev',
  'median',
  'min',
  'max',
] as const;
const sortBy = z.enum(SORTS.flatMap((name) => [name, `-${name}` as const]));

const filters = {
  sortBy: sortBy.optional(),
  searchFor: z.string().max(500).optional(),
  featurelistId: z.string().optional(),
};

export const FeatureQuery = z.strictObject({ ...filters, forSegmentedAnalysis: z.boolean().optional() });

export const ModelingFeatureQuery = LogQuery.extend(filters);
export type ModelingFeatureQuery = z.output<typeof ModelingFeatureQuery>;

export const HistogramQuery = z.strictObject({
  binLimit: z.int().min(1).max(60).optional(),
  key: z.string().optional(),
});
export const Histogram = z.strictObject({
  plot: z.array(z.strictObject({ label: z.string(), count: z.number(), target: z.number().nullable() })),
});

export const MetricsQuery = z.strictObject({ featureName: z.string() });
export const Metrics = z.strictObject({
  featureName: z.string(),
  availableMetrics: z.array(z.string()),
  metricDetails: z.array(
    z.strictObject({
      metricName: z.string(),
      ascending: z.boolean(),
      supportsBinary: z.boolean(),
      supportsMulticlass: z.boolean(),
      supportsRegression: z.boolean(),
      supportsTimeseries: z.boolean(),
    }),
  ),
});

const variableType = z.enum(['text', 'numeric', 'categoricalInt', 'categorical']);
const featureName = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^/]*$/, 'must not have a slash');

export const TypeTransform = z.strictObject({
  name: featureName,
  parentName: z.string(),
  variableType,
  replacement: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  dateExtraction: z.enum(DATE_PARTS).nullish(),
});
export const BatchTypeTransform = z.strictObject({
  parentNames: z.array(z.string()).min(1).max(500),
  variableType,
  prefix: z.string().max(100).nullish(),
  suffix: z.string().max(100).nullish(),
});
export type BatchTypeTransform = z.output<typeof BatchTypeTransform>;

/** The address of the result names the features that were made. */
export const BatchResultQuery = z.strictObject({ newFeatureNames: z.array(z.string()).max(500).default([]) });
export const BatchResult = z.strictObject({
  failures: z.record(z.string(), z.string()),
  newFeatureNames: z.array(z.string()),
});
