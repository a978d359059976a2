import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import { previewFilters } from '../shap/shap.schema.ts';

const text = z.string().nullable();

export const InsightQuery = pageQuery().extend({
  source: z.string().optional(),
  /** Leaves out insights about data slices. */
  unslicedOnly: z.boolean().optional(),
  dataSliceId: z.string().optional(),
  targetClass: z.string().optional(),
  quickCompute: z.boolean().optional(),
  ...previewFilters,
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
  /** SHAP insights: a sample of 2,500 rows, or all. */
  quickCompute: z.boolean().nullish(),
});

export const InsightStarted = z.strictObject({ statusId: z.string() }).or(z.strictObject({ jobId: z.string() }));
