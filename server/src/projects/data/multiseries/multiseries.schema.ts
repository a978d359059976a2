import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

const name = z.string().min(1).max(1000);

export const DetectBody = z.strictObject({
  datetimePartitionColumn: name,
  multiseriesIdColumns: z.array(name).min(1).max(20).nullish(),
});

export const MultiseriesProperties = z.strictObject({
  datetimePartitionColumn: z.string(),
  detectedMultiseriesIdColumns: z.array(
    z.strictObject({ multiseriesIdColumns: z.array(z.string()), timeUnit: z.string(), timeStep: z.int() }),
  ),
});

export const CrossSeriesBody = z.strictObject({
  datetimePartitionColumn: name,
  multiseriesIdColumn: name,
  crossSeriesGroupByColumns: z.array(name).max(100).nullish(),
  userDefinedSegmentIdColumn: z.null({ error: 'Segmented projects are not offered. Leave it out' }).optional(),
});
export type CrossSeriesBody = z.output<typeof CrossSeriesBody>;
export const CrossSeriesQuery = z.strictObject({ crossSeriesGroupByColumns: z.array(z.string()).max(100).optional() });
export const CrossSeriesProperties = z.strictObject({
  multiseriesId: z.string(),
  crossSeriesGroupByColumns: z.array(
    z.strictObject({ name: z.string(), eligibility: z.string(), isEligible: z.boolean() }),
  ),
});

export const NamesQuery = z.strictObject({ offset, limit: z.int().min(1).max(10_000).default(100) });
export const SeriesNames = z.strictObject({
  count: z.int(),
  totalSeriesCount: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  data: z.strictObject({ items: z.array(z.string()) }),
});
