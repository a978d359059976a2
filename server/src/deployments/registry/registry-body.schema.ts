import { z } from 'zod';

const name = z.string().trim().min(1).max(512);
const description = z.string().max(10_000);
const id = z.string().min(1).max(64);
const threshold = z.number().min(0).max(1);
const tags = z.array(z.strictObject({ name: z.string().min(1).max(255), value: z.string().max(1000) })).max(100);

const registry = {
  name: name.nullish(),
  description: description.nullish(),
  tags: tags.nullish(),
  registeredModelId: id.nullish(),
  registeredModelName: name.nullish(),
  registeredModelDescription: description.nullish(),
  registeredModelTags: tags.nullish(),
  useCaseId: id.nullish(),
};

export const FromLeaderboard = z.strictObject({
  modelId: id,
  ...registry,
  predictionThreshold: threshold.nullish(),
  distributionPredictionModelId: id.nullish(),
  /** Every forecaster answers with intervals of any size: there is nothing to compute ahead. */
  computeAllTsIntervals: z.boolean().nullish(),
});

export const FromLearningModel = z.strictObject({
  modelId: id,
  name: name.nullish(),
  description: description.nullish(),
  predictionThreshold: threshold.nullish(),
});

export const FromCustomModelVersion = z.strictObject({
  customModelVersionId: id,
  ...registry,
  prompt: z.string().nullish(),
  predictionThreshold: threshold.nullish(),
});

/** Beside the file of a form. */
export const FromPackageFile = z.strictObject({
  name: name.nullish(),
  description: description.nullish(),
  registeredModelId: id.nullish(),
  registeredModelName: name.nullish(),
  registeredModelDescription: description.nullish(),
  useCaseId: id.nullish(),
});

/** Python users write the keys of nested objects as their client documents them: target={'class_names': [...]}. */
const inCamelCase = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [camel(key), one]));
};
const nested = <Shape extends z.ZodRawShape>(shape: Shape) => z.preprocess(inCamelCase, z.strictObject(shape));

const text = z.string().max(10_000).nullish();
const count = z.int().nullish();
const flag = z.boolean().nullish();

export const EXTERNAL_TYPES = ['Regression', 'Binary', 'Multiclass', 'Anomaly'] as const;

export const FromJson = z.strictObject({
  ...registry,
  name,
  modelId: id.nullish(),
  target: nested({
    name: z.string().min(1).max(512).nullish(),
    type: z.enum(EXTERNAL_TYPES),
    classNames: z.array(z.string().max(1000)).max(1000).nullish(),
    predictionThreshold: threshold.nullish(),
    predictionProbabilitiesColumn: text,
  }),
  modelDescription: nested({
    modelName: text,
    description: description.nullish(),
    location: text,
    buildEnvironmentType: z.enum(['DataRobot', 'Python', 'R', 'Java', 'Julia', 'Legacy', 'Other']).nullish(),
    modelCreatorId: text,
    modelCreatorName: text,
    modelCreatorEmail: text,
    modelCreatedAt: text,
  }).nullish(),
  datasets: nested({ trainingDataCatalogId: id.nullish(), holdoutDataCatalogId: id.nullish() }).nullish(),
  timeseries: nested({
    datetimeColumnName: text,
    datetimeColumnFormat: text,
    forecastPointColumnName: text,
    forecastDistanceColumnName: text,
    seriesColumnName: text,
    forecastDistances: z.array(z.int()).max(10_000).nullish(),
    forecastDistancesTimeUnit: text,
    featureDerivationWindowStart: count,
    featureDerivationWindowEnd: count,
    effectiveFeatureDerivationWindowStart: count,
    effectiveFeatureDerivationWindowEnd: count,
    isCrossSeries: flag,
    isNewSeriesSupport: flag,
    isTraditionalTimeSeries: flag,
  }).nullish(),
});

export const VersionChange = z
  .strictObject({
    name: name.optional(),
    description: description.nullish(),
    predictionThreshold: threshold.optional(),
    stage: z.enum(['Registered', 'Development', 'Staging', 'Production', 'Archived']).optional(),
    tags: tags.optional(),
    userProvidedId: z.string().max(255).nullish(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change');

export const RegisteredModelChange = z
  .strictObject({
    name: name.optional(),
    description: description.nullish(),
    isGlobal: z.boolean().optional(),
    tags: tags.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change');
