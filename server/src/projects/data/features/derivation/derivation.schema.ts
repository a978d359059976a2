import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

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
