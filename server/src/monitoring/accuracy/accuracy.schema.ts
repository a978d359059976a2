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

export const ResultsQuery = z.strictObject({
  ...periodQuery,
  actualsPresent: z.boolean().optional(),
  offset,
  limit: z.int().min(1).max(10_000).optional(),
});

const value = z.union([z.number(), z.string()]).nullable();

const Result = z.strictObject({
  associationId: z.string(),
  actual: value,
  predicted: value,
  modelId: z.string(),
  timestamp: z.iso.datetime(),
  forecastDistance: z.int().optional(),
});
export const Results = pageOf(Result).extend({ associationIdColumnNames: z.array(z.string()) });

const metric = z.string().min(1).max(100).optional();

export const AccuracyQuery = z.strictObject({
  ...periodQuery,
  ...classesQuery,
  metric,
  baselineModelId: z.string().min(1).max(64).optional(),
});
export const AccuracyOverTimeQuery = z.strictObject({ ...periodQuery, ...classesQuery, metric, bucketSize });
export const AccuracyOverBatchQuery = z.strictObject({ ...whichQuery, ...classesQuery, metric });

const figure = z.number().nullable();
const size = z.int().nullable();

/** `metrics` and the root `modelId` are for older clients, `data` for newer ones: both are always sent. */
export const Accuracy = z.strictObject({
  period: PeriodReply,
  modelId: z.string(),
  metrics: z.record(z.string(), z.strictObject({ value: figure, baselineValue: figure, percentChange: figure })),
  data: z.array(
    z.strictObject({
      modelId: z.string(),
      metricName: z.string(),
      value: figure,
      sampleSize: z.int(),
      baselineValue: figure,
      baselineSampleSize: size,
      percentChange: figure,
    }),
  ),
  batchIds: z.array(z.string()),
  /** Predictions with an association id, and how many of them still wait for their actual. */
  rowCountTotal: z.int(),
  rowCountWithActual: z.int(),
  targetClasses: z.array(z.string()).optional(),
  ...segmentReply,
});

const perClass = {
  /** Classes as keys, up to v2.34. */
  valuePerClass: z.record(z.string(), figure).optional(),
  perClass: z.array(z.strictObject({ className: z.string(), value: figure })).optional(),
};
const point = { value: figure, sampleSize: size };

/** With all it ever had: the history of the route says which fields which version has. */
export const AccuracyOverTime = z.strictObject({
  metric: z.string(),
  modelId: z.string().nullable(),
  summary: z.strictObject({ period: PeriodReply, ...point, ...perClass }),
  baseline: z.strictObject({ modelId: z.string().nullable(), period: z.null(), ...point }),
  baselines: z.array(z.strictObject({ modelId: z.string(), period: z.null(), ...point })),
  buckets: z.array(z.strictObject({ period: PeriodReply, modelId: z.string(), ...point, ...perClass })),
  ...segmentReply,
});

export const AccuracyOverBatch = z.strictObject({
  metric: z.string(),
  baselines: z.array(z.strictObject({ modelId: z.string(), ...point })),
  buckets: z.array(z.strictObject({ batch: BatchRef, modelId: z.string(), ...point, perClass: perClass.perClass })),
  ...segmentReply,
});

export const ChosenMetrics = z.strictObject({ data: z.array(z.string().min(1).max(100)).min(1).max(31) });

export const VersusOverTimeQuery = z.strictObject({ ...periodQuery, ...classesQuery, bucketSize });
export const VersusOverBatchQuery = z.strictObject({ ...whichQuery, ...classesQuery });

const distribution = z.array(z.strictObject({ className: z.string(), count: z.int(), percent: z.number() })).nullable();
const versus = {
  modelId: z.string(),
  rowCountTotal: z.int(),
  rowCountWithActual: z.int(),
  meanPredictedValue: z.number().nullable(),
  meanActualValue: z.number().nullable(),
  predictedClassDistribution: distribution,
  actualClassDistribution: distribution,
};
const Summary = z.strictObject({ rowCountTotal: z.int(), rowCountWithActual: z.int() });
const Baseline = z.strictObject(versus);

/** Exactly three keys: a client refuses more. */
export const VersusOverTime = z.strictObject({
  summary: Summary,
  baselines: z.array(Baseline),
  buckets: z.array(z.strictObject({ period: PeriodReply, ...versus })),
});

export const VersusOverBatch = z.strictObject({
  summary: Summary,
  baselines: z.array(Baseline),
  buckets: z.array(z.strictObject({ batch: BatchRef, ...versus })),
  ...segmentReply,
});
