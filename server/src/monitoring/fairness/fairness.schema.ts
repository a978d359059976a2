import { z } from 'zod';
import { bucketSize, PeriodReply, periodQuery } from '../scope/period.schema.ts';
import { FAIRNESS_METRICS, FAIRNESS_SETS } from './fairness.rules.ts';

const { start, end, modelId } = periodQuery;
const SETS = Object.keys(FAIRNESS_SETS) as (keyof typeof FAIRNESS_SETS)[];

export const FairnessQuery = z.strictObject({
  start,
  end,
  modelId,
  bucketSize,
  protectedFeature: z.string().min(1).max(1000).optional(),
  fairnessMetric: z.enum([...new Set([...SETS, ...FAIRNESS_METRICS])]).optional(),
});

/** Exactly these keys: a client refuses more. */
const Score = z.strictObject({
  label: z.string(),
  absoluteValue: z.number(),
  value: z.number(),
  privilegedClass: z.string(),
  sampleSize: z.int(),
  classesCount: z.int(),
  healthyClassesCount: z.int(),
  isStatisticallySignificant: z.boolean(),
});
const bucket = { metricName: z.string().nullable(), scores: z.array(Score).nullable() };

export const FairnessOverTime = z.strictObject({
  protectedFeature: z.string().nullable(),
  fairnessThreshold: z.number().nullable(),
  modelId: z.string().nullable(),
  modelPackageId: z.string().nullable(),
  favorableTargetOutcome: z.boolean().nullable(),
  summary: z.strictObject({ period: PeriodReply, ...bucket }),
  buckets: z.array(z.strictObject({ period: PeriodReply, ...bucket })),
});
