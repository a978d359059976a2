import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import { Backtest } from '../insight.schema.ts';

const text = z.string().nullable();
const backtest = z.union([z.int(), z.literal('holdout')]);

export const ImpactRequest = z.strictObject({
  rowCount: z.int().min(10).max(100_000).nullish(),
  backtest: Backtest.nullish(),
  useShap: z.literal([false, null], { error: 'Choosing the method is not offered. Leave it out' }).optional(),
});
export type ImpactRequest = z.output<typeof ImpactRequest>;
export const ImpactQuery = z.strictObject({ backtest: Backtest.optional() });

const impacts = z.array(
  z.strictObject({
    featureName: z.string(),
    impactNormalized: z.number(),
    impactUnnormalized: z.number(),
    redundantWith: text,
  }),
);

export const FeatureImpacts = z.strictObject({
  count: z.int(),
  next: z.null(),
  previous: z.null(),
  featureImpacts: impacts,
  ranRedundancyDetection: z.boolean(),
  rowCount: z.int().nullable(),
  shapBased: z.boolean(),
  backtest: backtest.nullable(),
});

export const ClassImpacts = z.strictObject({
  ranRedundancyDetection: z.boolean(),
  classFeatureImpacts: z.array(z.strictObject({ class: z.string(), featureImpacts: impacts })),
});
export type ClassImpacts = z.output<typeof ClassImpacts>;

const rowCount = z.int().min(10).max(100_000).nullish();
export const EffectsRequest = z.strictObject({ rowCount });
const index = z.union([z.int().min(0), z.string()]);
export const DatedEffectsRequest = z.strictObject({ backtestIndex: index, rowCount });

const source = z.enum(['training', 'validation', 'holdout']).default('training');
const includeIcePlots = z
  .boolean()
  .refine((wanted) => !wanted, { error: 'Plots of single rows are not offered. Leave it out' })
  .optional();
export const EffectsQuery = z.strictObject({ source, includeIcePlots });
export const DatedEffectsQuery = z.strictObject({ source, includeIcePlots, backtestIndex: index.optional() });
export type DatedEffectsQuery = z.output<typeof DatedEffectsQuery>;

const partial = z.strictObject({
  isCapped: z.boolean(),
  data: z.array(z.strictObject({ label: z.string(), dependence: z.number() })),
});
const OutcomeBin = z.strictObject({
  label: z.string(),
  rowCount: z.int(),
  predicted: z.number().nullable(),
  actual: z.number().nullable(),
  bin: z.array(z.string()).optional(),
});
export type OutcomeBin = z.output<typeof OutcomeBin>;
export const FeatureEffect = z.strictObject({
  featureName: z.string(),
  featureImpactScore: z.number(),
  featureType: z.enum(['numeric', 'categorical', 'datetime']),
  isBinnable: z.boolean(),
  isScalable: z.boolean().nullable(),
  weightLabel: text,
  partialDependence: partial,
  predictedVsActual: z.strictObject({ isCapped: z.boolean(), data: z.array(OutcomeBin) }).optional(),
});
export type FeatureEffect = z.output<typeof FeatureEffect>;

export const FeatureEffects = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  source: z.string(),
  backtestIndex: z.string().optional(),
  featureEffects: z.array(FeatureEffect),
});

const status = z.enum(['COMPLETED', 'NOT_COMPLETED']);
const sources = z.array(z.string());
export const EffectsMetadata = z.strictObject({ status, sources });
export const DatedEffectsMetadata = z.strictObject({
  data: z.array(z.strictObject({ backtestIndex: z.string(), status, sources })),
});

export const JobStarted = z.strictObject({ jobId: z.string() });

export const ClassEffectsRequest = z
  .strictObject({
    backtestIndex: index.nullish(),
    rowCount,
    topNFeatures: z.int().min(1).max(1000).nullish(),
    features: z.array(z.string()).min(1).nullish(),
  })
  .refine((body) => !(body.features && body.topNFeatures), {
    path: ['topNFeatures'],
    error: 'Send features or topNFeatures, not both',
  });
export const ClassEffectsQuery = pageQuery().extend({
  source,
  class: z.string().optional(),
  backtestIndex: index.optional(),
});
export const ClassEffect = FeatureEffect.extend({ class: z.string() });
export type ClassEffect = z.output<typeof ClassEffect>;
