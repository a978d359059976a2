import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';

const count = z.int().min(1).max(10_000).optional();

/** What a preview shows: which rows by their prediction, which features of each. */
export const previewFilters = {
  predictionFilterRowCount: count,
  predictionFilterPercentiles: z.int().min(1).max(100).optional(),
  predictionFilterOperandFirst: z.number().optional(),
  predictionFilterOperandSecond: z.number().optional(),
  predictionFilterOperator: z.enum(['=', '!=', '>', '<', '>=', '<=', 'between', 'notBetween']).optional(),
  featureFilterCount: count,
  featureFilterName: z.string().optional(),
};
export type ShapPreviewQuery = z.output<z.ZodObject<typeof previewFilters>>;

export const ImpactRequest = z.strictObject({ rowCount: z.int().min(10).max(100_000).nullish() });

export const Impacts = z.strictObject({
  count: z.int(),
  rowCount: z.int().nullable(),
  shapImpacts: z.array(
    z.strictObject({ featureName: z.string(), impactNormalized: z.number(), impactUnnormalized: z.number() }),
  ),
});

export const MatrixRequest = z.strictObject({ modelId: z.string().min(1), datasetId: z.string().min(1) });
export const MatrixQuery = pageQuery();
export const MatrixRecord = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  modelId: z.string(),
  datasetId: z.string(),
  url: z.string(),
});
