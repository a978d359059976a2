import { z } from 'zod';

const id = z.string().min(1).max(64);
const duration = z.string().max(100);

const shared = {
  featurelistId: id.nullish(),
  samplePct: z.number().gt(0).max(100).nullish(),
  trainingRowCount: z.int().min(1).nullish(),
  scoringType: z.enum(['validation', 'crossValidation']).nullish(),
  sourceProjectId: id.nullish(),
  monotonicIncreasingFeaturelistId: id.nullish(),
  monotonicDecreasingFeaturelistId: id.nullish(),
  nClusters: z.int().nullish(),
};

const dated = {
  featurelistId: id.nullish(),
  trainingRowCount: z.int().min(1).nullish(),
  trainingDuration: duration.nullish(),
  useProjectSettings: z.boolean().nullish(),
  timeWindowSamplePct: z.int().min(1).max(99).nullish(),
  samplingMethod: z.enum(['random', 'latest']).nullish(),
  sourceProjectId: id.nullish(),
  monotonicIncreasingFeaturelistId: id.nullish(),
  monotonicDecreasingFeaturelistId: id.nullish(),
  nClusters: z.int().nullish(),
};

export const TrainModel = z.strictObject({ blueprintId: z.string(), ...shared });
export type TrainModel = z.output<typeof TrainModel>;
export const RetrainModel = z.strictObject({ modelId: id, ...shared });
export const TrainDatetimeModel = z.strictObject({ blueprintId: z.string(), ...dated });
export type TrainDatetimeModel = z.output<typeof TrainDatetimeModel>;
const dates = { trainingStartDate: z.string().max(64).nullish(), trainingEndDate: z.string().max(64).nullish() };
export const RetrainDatetimeModel = z.strictObject({ modelId: id, ...dated, ...dates });

/** The parameters of a model on other data. */
export const FreezeModel = z.strictObject({
  modelId: id,
  samplePct: shared.samplePct,
  trainingRowCount: shared.trainingRowCount,
  nClusters: shared.nClusters,
});
export const FreezeDatetimeModel = z.strictObject({
  modelId: id,
  trainingRowCount: dated.trainingRowCount,
  trainingDuration: dated.trainingDuration,
  timeWindowSamplePct: dated.timeWindowSamplePct,
  samplingMethod: dated.samplingMethod,
  ...dates,
});

export const BLENDER_METHODS = [
  'AVG',
  'MED',
  'ENET',
  'GLM',
  'PLS',
  'MAE',
  'MAEL1',
  'TF',
  'RF',
  'LGBM',
  'FORECAST_DISTANCE_ENET',
  'FORECAST_DISTANCE_AVG',
] as const;
export const BlendModels = z.strictObject({
  modelIds: z.array(id).min(2).max(50),
  blenderMethod: z.enum(BLENDER_METHODS),
});

export const JobStarted = z.strictObject({ message: z.string(), jobId: z.string() });
export const BlendCheck = z.strictObject({ blendable: z.boolean(), reason: z.string() });
