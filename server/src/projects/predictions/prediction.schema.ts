import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import { Job } from '../queue/job.schema.ts';
import type { PredictionRow } from './prediction.store.ts';
import { checkTimes, FileUpload, when } from './prediction-dataset.schema.ts';

const { forecastPoint, predictionsStartDate, predictionsEndDate } = FileUpload.shape;

export const PredictionRequest = z
  .strictObject({
    modelId: z.string().min(1),
    datasetId: z.string().min(1),
    includePredictionIntervals: z.boolean().nullish(),
    predictionIntervalsSize: z.int().min(1).max(100).nullish(),
    forecastPoint,
    predictionsStartDate,
    predictionsEndDate,
    actualValueColumn: z.null().optional(),
    predictionThreshold: z.number().min(0).max(1).nullish(),
    explanationAlgorithm: z
      .literal(['shap', null], { error: 'Must be shap. Other explanations come with predictionExplanations/' })
      .optional(),
    maxExplanations: z.int().min(0).max(100).nullish(),
    maxNgramExplanations: z.literal([0, null]).optional(),
    includeFdwCounts: z.literal([false, null], { error: 'Counts of the derivation window are not offered' }).optional(),
  })
  .superRefine(checkTimes)
  .refine((body) => !body.maxExplanations || body.explanationAlgorithm === 'shap', {
    path: ['maxExplanations'],
    error: 'Needs explanationAlgorithm shap. Other explanations come with predictionExplanations/',
  });
export type PredictionRequest = z.output<typeof PredictionRequest>;

export const PredictionQuery = pageQuery().extend({
  modelId: z.string().optional(),
  datasetId: z.string().optional(),
  predictionDatasetId: z.string().optional(),
});
export type PredictionQuery = z.output<typeof PredictionQuery>;

export const PredictJob = Job.omit({ jobType: true, url: true, message: true }).extend({ message: z.string() });
export type PredictJob = z.output<typeof PredictJob>;

export const PredictionMetadata = z.strictObject({
  id: z.string(),
  url: z.string(),
  projectId: z.string(),
  modelId: z.string(),
  predictionDatasetId: z.string(),
  datasetId: z.string(),
  includesPredictionIntervals: z.boolean(),
  predictionIntervalsSize: z.int().nullable(),
  forecastPoint: when,
  predictionsStartDate: when,
  predictionsEndDate: when,
  actualValueColumn: z.string().nullable(),
  explanationAlgorithm: z.literal('shap').nullable(),
  maxExplanations: z.int().nullable(),
  predictionThreshold: z.number().nullable(),
  shapWarnings: z.null(),
});

export function toMetadata(row: PredictionRow, absolute: (path: string) => string): z.infer<typeof PredictionMetadata> {
  const { intervalsSize, shap, ...asked } = row.asked;
  return {
    id: row.id,
    url: absolute(`/api/v2/projects/${row.project_id}/predictions/${row.id}/`),
    projectId: row.project_id,
    modelId: row.model_id,
    predictionDatasetId: row.prediction_dataset_id,
    datasetId: row.prediction_dataset_id,
    includesPredictionIntervals: intervalsSize !== null,
    predictionIntervalsSize: intervalsSize,
    ...asked,
    explanationAlgorithm: shap === undefined ? null : 'shap',
    maxExplanations: shap?.most ?? null,
    shapWarnings: null,
  };
}

/** One prediction row as stored: a line of JSON. */
export interface PredictedRow {
  readonly rowId: number;
  readonly prediction: number | string;
  readonly positiveProbability?: number;
  readonly predictionThreshold?: number;
  readonly predictionValues?: readonly { readonly label: string | number; readonly value: number }[];
  readonly timestamp?: string;
  readonly originalFormatTimestamp?: string;
  readonly forecastPoint?: string;
  readonly forecastDistance?: number;
  readonly seriesId?: string | null;
  /** Value of each ID column, where there are several. */
  readonly seriesColumns?: Readonly<Record<string, string>>;
  readonly predictionIntervalLowerBound?: number;
  readonly predictionIntervalUpperBound?: number;
  /** As many in every row, strongest first. */
  readonly predictionExplanations?: readonly ShapExplanation[];
  readonly predictionExplanationMetadata?: { readonly shapRemainingTotal: number };
}

export interface ShapExplanation {
  readonly feature: string;
  readonly featureValue: string;
  readonly strength: number;
  readonly label: string | number;
}
