import { z } from 'zod';
import { BatchRef } from '../scope/batch.schema.ts';
import { bucketSize, PeriodReply, periodQuery, segmentReply, whichQuery } from '../scope/period.schema.ts';

/** A name may hold commas, so the newer parameter is repeated; the older one is a list with commas. */
const classes = {
  targetClass: z.array(z.string().max(500)).optional(),
  targetClasses: z
    .array(z.string().max(10_000))
    .transform((texts) => texts.flatMap((text) => text.split(',')))
    .optional(),
};
const includePercentiles = z.boolean().default(false);

export const PredictionsOverTimeQuery = z.strictObject({ ...periodQuery, ...classes, bucketSize, includePercentiles });
export const PredictionsOverBatchQuery = z.strictObject({ ...whichQuery, ...classes, includePercentiles });

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
