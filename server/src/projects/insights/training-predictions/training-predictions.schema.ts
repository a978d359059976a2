import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { DATA_SUBSETS } from './training-rows.rules.ts';

const elsewhere = { error: 'Explanations come with predictionExplanations/. Leave it out' };

export const TrainingRequest = z.strictObject({
  modelId: z.string().min(1),
  dataSubset: z.enum(DATA_SUBSETS),
  explanationAlgorithm: z.null(elsewhere).optional(),
  maxExplanations: z.literal([0, null], elsewhere).optional(),
});

export const RowsQuery = z.strictObject({ offset, limit: z.int().min(1).max(1_000_000).optional() });

export const PredictionsOfTraining = z.strictObject({
  id: z.string(),
  url: z.string(),
  modelId: z.string(),
  dataSubset: z.enum(DATA_SUBSETS),
  explanationAlgorithm: z.null(),
  maxExplanations: z.null(),
  shapWarnings: z.null(),
});
