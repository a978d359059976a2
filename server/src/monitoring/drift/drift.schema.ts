import { z } from 'zod';
import { BatchRef } from '../scope/batch.schema.ts';
import { bucketSize, PeriodReply, periodQuery, segmentReply, whichQuery } from '../scope/period.schema.ts';
import { DRIFT_METRICS } from './drift.rules.ts';

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

export const FeatureDriftPage = z.strictObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  totalCount: z.int(),
  period: PeriodReply,
  metric: z.enum(DRIFT_METRICS),
  modelId: z.string().nullable(),
  data: z.array(z.strictObject({ name: z.string(), featureImpact: z.number().nullable(), ...score })),
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
