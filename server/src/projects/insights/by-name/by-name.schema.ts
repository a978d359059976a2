import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { pageQuery } from '#platform/http/page.ts';

const text = z.string().nullable();
const ONE_WAY = 'Insights are computed in one way: send rowCount for another number of rows';

export const InsightQuery = pageQuery().extend({
  source: z.string().optional(),
  unslicedOnly: ignored(z.boolean().optional(), 'There are no data slices: every insight is about all rows', [true]),
  dataSliceId: z.string().optional(),
  targetClass: z.string().optional(),
  quickCompute: ignored(z.boolean().optional(), ONE_WAY),
});

/** The shape of `data` depends on the name of the insight; see the routes of charts and features. */
export const InsightItem = z.strictObject({
  id: z.string(),
  entityId: z.string(),
  projectId: z.string(),
  source: z.string(),
  dataSliceId: text,
  externalDatasetId: text,
  targetClass: text,
  data: z.record(z.string(), z.unknown()),
});

export const InsightRequest = z.strictObject({
  entityId: z.string(),
  entityType: z
    .literal('datarobotModel', { error: 'Insights are about models of projects: datarobotModel' })
    .optional(),
  source: z.string().default('validation'),
  dataSliceId: z.string().nullish(),
  rowCount: z.int().min(10).max(100_000).nullish(),
  quickCompute: ignored(z.boolean().nullish(), ONE_WAY),
});

export const InsightStarted = z.strictObject({ statusId: z.string() }).or(z.strictObject({ jobId: z.string() }));
