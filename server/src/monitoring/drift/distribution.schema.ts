import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { PeriodReply, periodQuery, segmentReply } from '../scope/period.schema.ts';

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

export const DistributionPage = z.strictObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  totalCount: z.int(),
  period: PeriodReply,
  modelId: z.string().nullable(),
  data: z.array(Distribution),
  batchId: z.array(z.string()),
  ...segmentReply,
});
