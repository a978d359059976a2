import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { offset, pageOf } from '#platform/http/page.ts';

export const Blueprint = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  modelType: z.string(),
  processes: z.array(z.string()),
  blueprintCategory: z.string(),
  monotonicIncreasingFeaturelistId: z.null(),
  monotonicDecreasingFeaturelistId: z.null(),
  supportsMonotonicConstraints: z.boolean(),
  recommendedFeaturelistId: z.string().nullable(),
  supportsComposableMl: z.boolean(),
  supportsIncrementalLearning: z.boolean(),
});

export const Chart = z.strictObject({
  nodes: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  edges: z.array(z.tuple([z.string(), z.string()])),
});

export const Docs = z.array(
  z.strictObject({
    title: z.string(),
    task: z.string(),
    description: z.string(),
    parameters: z.array(z.strictObject({ name: z.string(), type: z.string(), description: z.string() })),
    links: z.array(z.strictObject({ name: z.string(), url: z.string() })),
    references: z.array(z.strictObject({ name: z.string(), url: z.string().nullable() })),
  }),
);

export const BlueprintJson = z.strictObject({ blueprint: z.record(z.string(), z.unknown()) });

export const Capabilities = z.strictObject({
  supportsBlending: z.boolean(),
  supportsMonotonicConstraints: z.boolean(),
  hasWordCloud: z.boolean(),
  eligibleForPrime: z.boolean(),
  hasParameters: z.boolean(),
  supportsCodeGeneration: z.boolean(),
  supportsShap: z.boolean(),
  supportsEarlyStopping: z.boolean(),
  supportsIncrementalLearning: z.boolean(),
});
export type Capabilities = z.output<typeof Capabilities>;

export const FoldScoresQuery = z.strictObject({
  /** A number of a fold, as clients write it: 1 or 1.0. */
  partition: z
    .string()
    .regex(/^\d+(\.0)?$/)
    .optional(),
  metric: z.string().max(100).optional(),
});

export const FoldScores = z.strictObject({
  cvScores: z.record(z.string(), z.record(z.string(), z.number().nullable())),
});

const score = z.number().nullable();
const text = z.string().nullable();

const Metrics = z.record(
  z.string(),
  z.strictObject({
    validation: score,
    crossValidation: score,
    holdout: score,
    training: score,
    backtesting: score.optional(),
    backtestingScores: z.array(score).optional(),
  }),
);

const common = {
  id: z.string(),
  projectId: z.string(),
  blueprintId: z.string(),
  modelType: z.string(),
  modelCategory: z.enum(['model', 'blend', 'prime', 'combined']),
  modelNumber: z.int(),
  modelFamily: z.string(),
  metrics: Metrics,
  isFrozen: z.boolean(),
  isStarred: z.boolean(),
  isTrainedIntoValidation: z.boolean(),
  isTrainedIntoHoldout: z.boolean(),
  processes: z.array(z.string()),
  featurelistId: text,
  featurelistName: text,
  samplePct: z.number().nullable(),
  trainingRowCount: z.int().nullable(),
  trainingDuration: text,
  trainingStartDate: text,
  trainingEndDate: text,
  dataSelectionMethod: text,
  timeWindowSamplePct: z.int().nullable(),
  samplingMethod: text,
  parentModelId: text,
};

export const ModelRecord = z.strictObject({ ...common, numberOfClusters: z.null() });

const model = {
  ...common,
  modelFamilyFullName: z.string(),
  monotonicIncreasingFeaturelistId: z.null(),
  monotonicDecreasingFeaturelistId: z.null(),
  supportsMonotonicConstraints: z.boolean(),
  supportsComposableMl: z.boolean(),
  predictionThreshold: z.number(),
  predictionThresholdReadOnly: z.boolean(),
  linkFunction: text,
};

export const Model = z.strictObject(model);
export const BlenderModel = z.strictObject({ ...model, modelIds: z.array(z.string()), blenderMethod: z.string() });

const trainingStretch = (prefix: string) =>
  ({
    [`${prefix}StartDate`]: text,
    [`${prefix}Duration`]: text,
    [`${prefix}RowCount`]: z.int().nullable(),
    [`${prefix}EndDate`]: text,
  }) as Record<string, z.ZodType>;

export const DatetimeModel = z.strictObject({
  ...model,
  dataSelectionMethod: z.string(),
  trainingInfo: z.strictObject({ ...trainingStretch('predictionTraining'), ...trainingStretch('holdoutTraining') }),
  backtests: z.array(
    z.strictObject({
      index: z.int(),
      status: z.enum(['COMPLETED', 'NOT_COMPLETED', 'BOUNDARIES_EXCEEDED']),
      score,
      trainingStartDate: text,
      trainingDuration: text,
      trainingRowCount: z.int().nullable(),
      trainingEndDate: text,
    }),
  ),
  holdoutScore: score.optional(),
  holdoutStatus: z.enum(['COMPLETED', 'NOT_COMPLETED', 'HOLDOUT_BOUNDARIES_EXCEEDED']).optional(),
  effectiveFeatureDerivationWindowStart: z.int().nullable(),
  effectiveFeatureDerivationWindowEnd: z.int().nullable(),
  forecastWindowStart: z.int().nullable(),
  forecastWindowEnd: z.int().nullable(),
  windowsBasisUnit: text,
});
export type DatetimeModel = z.output<typeof DatetimeModel>;

/** Several values in one text, with commas between them. */
const commas = z
  .string()
  .max(10_000)
  .optional()
  .transform((value) =>
    value
      ?.split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  );

/** The same where only some values mean anything. */
const commasOf = (known: readonly string[]) =>
  commas.refine((values) => (values ?? []).every((one) => known.includes(one)), {
    message: `must be some of: ${known.join(', ')}; with commas between them`,
  });

const LABELS = ['starred', 'prepared for deployment'];
const CHARACTERISTICS = [
  'frozen',
  'trained on gpu',
  'with exportable coefficients',
  'with mono constraints',
  'with rating table',
  'with scoring code',
  'new series optimized',
];

const SORT_PARTITIONS = ['validation', 'backtesting', 'crossValidation', 'holdout'] as const;

export const ModelRecordQuery = z.strictObject({
  offset,
  limit: z.int().min(0).max(1000).default(100),
  sortByPartition: z.enum(SORT_PARTITIONS).default('validation'),
  sortByMetric: z.string().optional(),
  withMetric: z.string().optional(),
  searchTerm: z.string().max(500).optional(),
  featurelists: commas,
  blueprints: commas,
  families: commas,
  labels: commasOf(LABELS),
  characteristics: commasOf(CHARACTERISTICS),
  trainingFilters: commas,
  numberOfClusters: commas,
  showInSampleScores: ignored(
    z.boolean().optional(),
    'Scores are always out of sample: a model has none on rows it was trained on',
    [false],
  ),
});
export type ModelRecordQuery = z.output<typeof ModelRecordQuery>;

const bulkOperationId = z.string().optional().describe('There are no bulk operations: no model is of one');

export const ModelQuery = z.strictObject({
  orderBy: z.string().default('-metric'),
  name: z.string().max(500).optional(),
  samplePct: z.number().optional(),
  samplePct__gt: z.number().optional(),
  samplePct__gte: z.number().optional(),
  samplePct__lt: z.number().optional(),
  samplePct__lte: z.number().optional(),
  withMetric: z.string().optional(),
  isStarred: z.boolean().optional(),
  bulkOperationId,
});

export const DatetimeModelQuery = z.strictObject({
  offset,
  limit: z.int().min(0).max(1000).default(100),
  bulkOperationId,
});
export type DatetimeModelQuery = z.output<typeof DatetimeModelQuery>;

export const OfKindQuery = z.strictObject({
  offset,
  limit: z.int().min(0).max(1000).default(100),
  withMetric: z.string().optional(),
});

export const ModelChange = z.strictObject({
  isStarred: z.boolean().optional(),
  predictionThreshold: z.number().min(0).max(1).optional(),
});
export type ModelChange = z.output<typeof ModelChange>;

export const Recommendation = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  recommendationType: z.enum([
    'Most Accurate',
    'Fast & Accurate',
    'Recommended for Deployment',
    'Prepared for Deployment',
  ]),
});

export const ModelFeatures = z.strictObject({
  featureNames: z.array(z.string()),
  knownInAdvanceFeatureNames: z.array(z.string()),
  aPrioriFeatureNames: z.array(z.string()),
});

export const ModelPage = pageOf(ModelRecord);
export const DatetimeModelPage = pageOf(DatetimeModel);
