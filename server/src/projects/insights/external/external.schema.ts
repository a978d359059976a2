import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { Confusion, LiftBins, Residuals, Roc } from '../charts/chart.schema.ts';

const datasetId = z.string();

export const ExternalRequest = z.strictObject({
  modelId: z.string().min(1),
  datasetId: z.string().min(1),
  actualValueColumn: z.string().nullish(),
});

const window = { offset, limit: z.int().min(1).max(1000).default(100), datasetId: z.string().optional() };
export const ExternalQuery = z.strictObject(window);
export const ScoresQuery = z.strictObject({ ...window, modelId: z.string().optional() });
export type ScoresQuery = z.output<typeof ScoresQuery>;

export const ExternalScores = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  datasetId,
  actualValueColumn: z.string().nullable(),
  scores: z.array(z.strictObject({ label: z.string(), value: z.number() })),
});

export const DatasetLift = z.strictObject({ datasetId, bins: LiftBins });
export const DatasetClassLift = z.strictObject({
  datasetId,
  classBins: z.array(z.strictObject({ targetClass: z.string(), bins: LiftBins })),
});
export const DatasetRoc = Roc.extend({ datasetId });
export const DatasetResiduals = Residuals.extend({ datasetId });
export const DatasetConfusion = z.strictObject({ datasetId, data: Confusion });
export const DatasetConfusionMetadata = z.strictObject({
  datasetId,
  classNames: z.array(z.string()),
  totalMatrixSum: z.int(),
  relevantClassesPositions: z.array(z.array(z.int())),
});
