import { z } from 'zod';
import { offset, pageOf } from '#platform/http/page.ts';
import { BatchRef } from '../scope/batch.schema.ts';
import {
  bucketSize,
  classesQuery,
  PeriodReply,
  periodQuery,
  segmentReply,
  whichQuery,
} from '../scope/period.schema.ts';
import { DRIFT_METRICS } from './drift.rules.ts';

const includePercentiles = z.boolean().default(false);

export const PredictionsOverTimeQuery = z.strictObject({
  ...periodQuery,
  ...classesQuery,
  bucketSize,
  includePercentiles,
});
export const PredictionsOverBatchQuery = z.strictObject({ ...whichQuery, ...classesQuery, includePercentiles });

const summary = {
  modelId: z.string(),
  rowCount: z.int(),
  meanPredictedValue: z.number().nullable(),
  percentiles: z.array(z.strictObject({ percent: z.number(), value: z.number() })),
  meanProbabilities: z.array(z.strictObject({ className: z.string(), value: z.number().nullable() })),
  classDistribution: z.array(z.strictObject({ className: z.string(), count: z.int(), percent: z.number() })),
};
const Baseline = z.strictObject(summary);

/** Exactly two keys: a client refuses more. */
export const PredictionsOverTime = z.strictObject({
  baselines: z.array(Baseline),
  buckets: z.array(z.strictObject({ period: PeriodReply, ...summary })),
});

export const PredictionsOverBatch = z.strictObject({
  baselines: z.array(Baseline),
  buckets: z.array(z.strictObject({ batch: BatchRef, ...summary })),
  ...segmentReply,
});

export const DistributionQuery = z.strictObject({
  ...periodQuery,
  /** One column by its name; all of them otherwise. */
  featureName: z.string().min(1).max(500).optional(),
  offset,
  /** 0 is all of them. */
  limit: z.int().min(0).max(1000).default(25),
});

/** Shares of the rows; null where there are none. */
const shares = { baseline: z.number().nullable(), recent: z.number().nullable() };

const Bin = z.strictObject({
  /** Of numbers: from this (inclusive) up to that; null is without end. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Of names: which one; null stands for all that the training data did not have. */
  name: z.string().nullable(),
  ...shares,
});

const Distribution = z.strictObject({
  name: z.string(),
  role: z.enum(['feature', 'target']),
  kind: z.enum(['numbers', 'names']),
  /** What was usual in the training data: the median, or the most frequent name. */
  typical: z.union([z.string(), z.number()]).nullable(),
  sampleSize: z.int(),
  baselineSampleSize: z.int().nullable(),
  bins: z.array(Bin),
  missing: z.strictObject(shares),
});
export type Distribution = z.infer<typeof Distribution>;

export const DistributionPage = pageOf(Distribution).extend({
  period: PeriodReply,
  modelId: z.string().nullable(),
  batchId: z.array(z.string()),
  ...segmentReply,
});

const metric = z.enum(DRIFT_METRICS).default('psi');
const score = {
  driftScore: z.number().nullable(),
  sampleSize: z.int().nullable(),
  baselineSampleSize: z.int().nullable(),
};

/** Repeated; a name may hold commas. */
const names = (most: number) =>
  z.array(z.string().min(1).max(500)).min(1, 'Name at least one feature').max(most, `Name at most ${most} features`);

export const TargetDriftQuery = z.strictObject({ ...periodQuery, metric });
export const FeatureDriftQuery = z.strictObject({
  ...periodQuery,
  metric,
  offset: z.int().min(0).default(0),
  /** 0 is all of them. */
  limit: z.int().min(0).max(1000).default(25),
});
export const DriftOverTimeQuery = z.strictObject({ ...periodQuery, metric, bucketSize, featureNames: names(2) });
export const DriftOverBatchQuery = z.strictObject({ ...whichQuery, driftMetric: metric, featureNames: names(50) });

export const TargetDrift = z.strictObject({
  period: PeriodReply,
  metric: z.enum(DRIFT_METRICS),
  modelId: z.string().nullable(),
  targetName: z.string().nullable(),
  ...score,
  batchId: z.array(z.string()),
  ...segmentReply,
  segmentValue: z.string().nullable(),
});

const NamedScore = z.strictObject({ name: z.string(), featureImpact: z.number().nullable(), ...score });
export const FeatureDriftPage = pageOf(NamedScore).extend({
  period: PeriodReply,
  metric: z.enum(DRIFT_METRICS),
  modelId: z.string().nullable(),
  batchId: z.array(z.string()),
  ...segmentReply,
});

const featureScore = { featureName: z.string(), featureImpact: z.number().nullable(), ...score };

export const FeatureDriftOverTime = z.strictObject({
  metric: z.enum(DRIFT_METRICS),
  buckets: z.array(z.strictObject({ period: PeriodReply, ...featureScore })),
  summaries: z.array(z.strictObject({ period: PeriodReply, ...featureScore })),
  ...segmentReply,
});

export const FeatureDriftOverBatch = z.strictObject({
  metric: z.enum(DRIFT_METRICS),
  modelId: z.string().nullable(),
  buckets: z.array(z.strictObject({ batch: BatchRef, ...featureScore })),
  ...segmentReply,
});
