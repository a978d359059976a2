import { z } from 'zod';
import { limitUpTo, offset } from '#platform/http/page.ts';

const count = z.int().min(0).max(1000);

export const PreviewRequest = z.strictObject({ numberOfOperationsToUse: count.nullish() });
export const PreviewQuery = z.strictObject({
  offset,
  limit: limitUpTo(1000),
  numberOfOperationsToUse: count.optional(),
});

export const PreviewColumn = z.strictObject({ name: z.string(), dataType: z.string() });
export type PreviewColumn = z.infer<typeof PreviewColumn>;

/** A cell as text, whatever its type: numbers keep all their digits. */
export type Cell = string | null;

export const Preview = z.strictObject({
  columns: z.array(z.string()),
  data: z.array(z.array(z.string().nullable())),
  count: z.int(),
  totalCount: z.int().describe('Rows on all pages'),
  storedCount: z.int().describe('Rows kept of the result; at most 10,000'),
  byteSize: z.int(),
  estimatedSizeExceedsLimit: z.boolean().describe('The published dataset may be larger than an upload may be'),
  resultSchema: z.array(PreviewColumn),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

const number = z.number().nullable();
export const Insight = z.strictObject({
  name: z.string(),
  featureType: z.string(),
  dataType: z.string(),
  uniqueCount: z.int(),
  naCount: z.int(),
  min: z.union([z.number(), z.string()]).nullable(),
  max: z.union([z.number(), z.string()]).nullable(),
  mean: z.union([z.number(), z.string()]).nullable(),
  median: z.union([z.number(), z.string()]).nullable(),
  stdDev: number,
  plot: z.array(z.strictObject({ label: z.string(), count: z.int() })),
});
export type Insight = z.infer<typeof Insight>;

export const Insights = z.strictObject({
  status: z.enum(['running', 'completed', 'error']),
  message: z.string().nullable(),
  count: z.int(),
  totalCount: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  data: z.array(Insight),
});
