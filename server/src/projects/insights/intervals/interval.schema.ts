import { z } from 'zod';
import { pageOf, pageQuery } from '#platform/http/page.ts';

/** Percent of the outcomes that an interval is to hold. */
const size = z.int().min(1).max(100);

export const IntervalsRequest = z.strictObject({ percentiles: z.array(size).min(1).max(100) });
export const IntervalsQuery = pageQuery();
export const IntervalSizes = pageOf(size);
