import { z } from 'zod';
import { BatchRef } from '../scope/batch.schema.ts';
import { bucketSize, PeriodReply, periodQuery, segmentReply, whichQuery } from '../scope/period.schema.ts';
import { classesQuery } from './accuracy.schema.ts';

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
