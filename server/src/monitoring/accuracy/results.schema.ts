import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { periodQuery } from '../scope/period.schema.ts';

export const ResultsQuery = z.strictObject({
  ...periodQuery,
  actualsPresent: z.boolean().optional(),
  offset,
  limit: z.int().min(1).max(10_000).optional(),
});

const value = z.union([z.number(), z.string()]).nullable();

export const Results = z.strictObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  totalCount: z.int(),
  associationIdColumnNames: z.array(z.string()),
  data: z.array(
    z.strictObject({
      associationId: z.string(),
      actual: value,
      predicted: value,
      modelId: z.string(),
      timestamp: z.iso.datetime(),
      forecastDistance: z.int().optional(),
    }),
  ),
});
