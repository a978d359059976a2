import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { offset, pageOf, pageQuery } from '#platform/http/page.ts';

export const ExplanationOptions = z.strictObject({
  maxExplanations: z.int(),
  thresholdLow: z.number().nullable(),
  thresholdHigh: z.number().nullable(),
  classNames: z.array(z.string()).nullable(),
  numTopClasses: z.int().nullable(),
});
export type ExplanationOptions = z.output<typeof ExplanationOptions>;

export const ExplanationsRequest = z
  .strictObject({
    modelId: z.string().min(1),
    datasetId: z.string().min(1),
    maxExplanations: z.int().min(1).max(50).nullish(),
    thresholdLow: z.number().nullish(),
    thresholdHigh: z.number().nullish(),
    classNames: z.array(z.string()).min(1).nullish(),
    numTopClasses: z.int().min(1).max(10).nullish(),
  })
  .refine((body) => !(body.classNames && body.numTopClasses), {
    path: ['numTopClasses'],
    error: 'Send classNames or numTopClasses, not both',
  });
export type ExplanationsRequest = z.output<typeof ExplanationsRequest>;

export const TrainingExplanationsRequest = ExplanationsRequest.safeExtend({
  /** In projects with dates: the validation rows of the newest backtest, or the holdout. */
  datetimePredictionPartition: z.enum(['0', 'holdout']).nullish(),
});
export type TrainingExplanationsRequest = z.output<typeof TrainingExplanationsRequest>;

export const RecordQuery = pageQuery().extend({ modelId: z.string().optional() });
export const ExplanationsRecord = ExplanationOptions.extend({
  id: z.string(),
  projectId: z.string(),
  modelId: z.string(),
  datasetId: z.string(),
  numColumns: z.int(),
  /** Seconds since 1970. */
  finishTime: z.number(),
  predictionExplanationsLocation: z.string(),
  /** `training` where the rows are those of the project. */
  source: z.string().optional(),
});

export const ExplanationsQuery = z.strictObject({
  offset,
  limit: z.int().min(1).max(1000).default(1000),
  excludeAdjustedPredictions: ignored(
    z.boolean().default(true),
    'Predictions of projects are not adjusted: there is nothing to leave out',
    [true],
  ),
});

const label = z.union([z.string(), z.number()]);
export const ExplainedRow = z.strictObject({
  rowId: z.int(),
  prediction: label,
  predictionValues: z.array(z.strictObject({ label, value: z.number() })),
  predictionExplanations: z.array(
    z.strictObject({
      label,
      feature: z.string(),
      featureValue: label,
      strength: z.number(),
      qualitativeStrength: z.string(),
    }),
  ),
  timestamp: z.string().optional(),
  forecastPoint: z.string().optional(),
  forecastDistance: z.int().optional(),
  seriesId: z.string().nullable().optional(),
  seriesColumns: z.record(z.string(), z.string()).optional(),
});

export type ExplainedRow = z.output<typeof ExplainedRow>;

export const ExplanationsPage = pageOf(ExplainedRow).extend({
  id: z.string(),
  predictionExplanationsRecordLocation: z.string(),
  adjustmentMethod: z.literal('N/A'),
});

export const ExplanationsSample = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  predictionExplanationsSample: z.array(ExplainedRow),
});
