import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';

const COUNT_OR_ALL = /^(all|\d{1,9})$/;
const countOrAll = (what: string) =>
  z.string().regex(COUNT_OR_ALL, `Must be a whole number from 0 on, or all: ${what}`);
const text = z.string();

/** Every option of a prediction request; anything else is refused by name. */
export const PredictionQuery = z.strictObject({
  passthroughColumns: z.array(z.string().trim().min(1, 'Must name a column, not be blank')).optional(),
  passthroughColumnsSet: z.literal('all', { error: 'Must be all' }).optional(),
  predictionWarningEnabled: z.boolean().optional(),
  decimalsNumber: z.int().min(0).max(100).optional(),
  maxExplanations: countOrAll('how many explanations a row').optional(),
  maxCodes: z.int().min(0).optional(),
  maxNgramExplanations: ignored(
    countOrAll('how many words of a text').optional(),
    'Texts are explained as a whole',
    [0],
  ),
  thresholdHigh: z.number().optional(),
  thresholdLow: z.number().optional(),
  explanationAlgorithm: z.enum(['xemp', 'shap']).optional(),
  explanationNumTopClasses: z.int().min(1).max(10).optional(),
  explanationClassNames: z.array(z.string().min(1)).min(1).optional(),
  excludeAdjustedPredictions: z.boolean().optional(),
  forecastPoint: text.optional(),
  predictionsStartDate: text.optional(),
  predictionsEndDate: text.optional(),
  relaxKnownInAdvanceFeaturesCheck: z.boolean().optional(),
});
export type PredictionQuery = z.output<typeof PredictionQuery>;

const Label = z.union([z.string(), z.number()]);
const Values = z.array(z.strictObject({ label: Label, value: z.number().nullable() }));

const Explanation = z.strictObject({
  feature: z.string(),
  featureValue: z.union([z.string(), z.number()]).nullable(),
  strength: z.number().nullable(),
  qualitativeStrength: z.string().nullable(),
  label: Label,
});

const PredictionRow = z.strictObject({
  rowId: z.int().min(0),
  prediction: Label.nullable(),
  predictionValues: Values,
  predictionThreshold: z.number().optional(),
  adjustedPrediction: Label.nullable().optional(),
  adjustedPredictionValues: Values.optional(),
  deploymentApprovalStatus: z.string().optional(),
  isOutlierPrediction: z.boolean().optional(),
  predictionExplanations: z.array(Explanation).optional(),
  shapExplanationsMetadata: z
    .strictObject({ baseValue: z.number().nullable(), remainingTotal: z.number().nullable(), warnings: z.null() })
    .optional(),
  passthroughValues: z
    .record(z.string(), z.union([z.string(), z.number(), z.bigint(), z.boolean()]).nullable())
    .optional(),
  seriesId: z.string().nullable().optional(),
  /** Value of each ID column, where there are several. */
  seriesColumns: z.record(z.string(), z.string()).optional(),
  forecastPoint: z.iso.datetime().optional(),
  timestamp: z.iso.datetime().optional(),
  forecastDistance: z.int().optional(),
  originalFormatTimestamp: z.string().optional(),
  predictionIntervals: z
    .record(z.string(), z.strictObject({ low: z.number().nullable(), high: z.number().nullable() }))
    .optional(),
});

/** Of rows: one a row that was sent, in its order. Of time series: one a moment that was forecast. */
export const PredictionRows = z.strictObject({ data: z.array(PredictionRow) });
