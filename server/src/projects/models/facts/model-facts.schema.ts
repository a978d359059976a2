import { z } from 'zod';

export const Capabilities = z.strictObject({
  supportsBlending: z.boolean(),
  supportsMonotonicConstraints: z.boolean(),
  hasWordCloud: z.boolean(),
  eligibleForPrime: z.boolean(),
  hasParameters: z.boolean(),
  supportsCodeGeneration: z.boolean(),
  supportsShap: z.boolean(),
  supportsEarlyStopping: z.boolean(),
  supportsIncrementalLearning: z.boolean(),
});

export const FoldScoresQuery = z.strictObject({
  /** A number of a fold, as clients write it: 1 or 1.0. */
  partition: z
    .string()
    .regex(/^\d+(\.0)?$/)
    .optional(),
  metric: z.string().max(100).optional(),
});

export const FoldScores = z.strictObject({
  cvScores: z.record(z.string(), z.record(z.string(), z.number().nullable())),
});
