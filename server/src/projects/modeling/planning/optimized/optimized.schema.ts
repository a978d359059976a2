import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { Partitioning } from '../partitioning.schema.ts';

export const OptimizedPartitioning = Partitioning.extend({ datetimePartitioningId: z.string() });
/** The fields that were sent; absent ones were not. */
export const PartitioningInput = z.record(z.string(), z.unknown());

export const LogQuery = z.strictObject({ offset, limit: z.int().min(0).max(10_000).default(100) });
const envelope = { count: z.int(), next: z.string().nullable(), previous: z.string().nullable() };
export const PartitioningLog = z.strictObject({
  ...envelope,
  datetimePartitioningLog: z.string(),
  totalLogLines: z.int(),
});
export const Started = z.strictObject({ statusId: z.string() });
