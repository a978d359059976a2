import { z } from 'zod';
import { BatchRef } from '../scope/batch.schema.ts';
import { bucketSize, PeriodReply, periodQuery, segmentReply, whichQuery } from '../scope/period.schema.ts';

const { batchId, ...which } = whichQuery;
const { batchId: _, ...period } = periodQuery;
const modelPackageId = z.array(z.string().min(1).max(64)).max(100).optional();

export const SummaryQuery = z.strictObject({ ...period, modelPackageId });
export const OverTimeQuery = z.strictObject({ ...period, modelPackageId, bucketSize });
export const BatchQuery = z.strictObject({ ...which, batchId, modelPackageId });

/** A metric over a whole stretch. Counts of categories only for metrics that have them. */
const MetricFigure = z.strictObject({
  id: z.string(),
  name: z.string(),
  value: z.number().nullable(),
  sampleCount: z.int().nullable(),
  baselineValue: z.number().nullable(),
  percentChange: z.number().nullable(),
  unknownCategoriesCount: z.int().optional(),
  categories: z
    .array(
      z.strictObject({
        categoryName: z.string(),
        value: z.number(),
        baselineValue: z.int().nullable(),
        percentChange: z.int().nullable(),
      }),
    )
    .optional(),
});

const part = {
  value: z.number().nullable(),
  sampleSize: z.int().nullable(),
  unknownCategoriesCount: z.int().optional(),
  categories: z.array(z.strictObject({ categoryName: z.string(), count: z.int() })).optional(),
};

export const Summary = z.strictObject({ period: PeriodReply, metric: MetricFigure, ...segmentReply });
export const BatchSummary = z.strictObject({ metric: MetricFigure, ...segmentReply });
export const Summaries = z.strictObject({ period: PeriodReply, metrics: z.array(MetricFigure), ...segmentReply });
export const BatchSummaries = z.strictObject({ metrics: z.array(MetricFigure), ...segmentReply });

export const ValuesOverTime = z.strictObject({
  /** Exactly two keys: a client refuses more. */
  summary: PeriodReply,
  metric: MetricFigure,
  buckets: z.array(z.strictObject({ period: PeriodReply, ...part })),
  ...segmentReply,
});

export const ValuesOverBatch = z.strictObject({
  metric: MetricFigure,
  buckets: z.array(z.strictObject({ batch: BatchRef, ...part })),
  ...segmentReply,
});
