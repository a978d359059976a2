import { z } from 'zod';
import { FORMATS } from '../environments/environment.schema.ts';

const text = z.string().nullable();
const flag = z.boolean().nullable();
const whole = z.int().nullable();
const moment = z.iso.datetime();

export const Person = z.strictObject({ id: z.string(), name: text, email: text });
export const Tag = z.strictObject({ id: z.string(), name: z.string(), value: z.string() });
export const BUILD_STATUS = ['inProgress', 'complete', 'failed'] as const;

export const ImportMeta = z.strictObject({
  creatorId: z.string(),
  creatorUsername: z.string(),
  creatorFullName: text,
  dateCreated: moment,
  originalFileName: text,
  containsFearPipeline: flag,
  containsFeaturelists: flag,
  containsLeaderboardMeta: flag,
  containsProjectMeta: flag,
});

const SourceMeta = z.strictObject({
  projectId: text,
  projectName: text,
  environmentUrl: text,
  scoringCode: z.null(),
  decisionFlowId: z.null(),
  decisionFlowVersionId: z.null(),
});

const ModelKind = z.strictObject({
  isTimeSeries: z.boolean(),
  isMultiseries: z.boolean(),
  isUnsupervisedLearning: z.boolean(),
  isAnomalyDetectionModel: z.boolean(),
  isFeatureDiscovery: z.boolean(),
  isCombinedModel: z.boolean(),
  isDecisionFlow: z.boolean(),
  isUnstructured: z.boolean(),
});

const Target = z.strictObject({
  name: text,
  type: z.string(),
  /** Of two classes the positive one comes first. */
  classNames: z.array(z.string()).nullable(),
  classCount: whole,
  predictionThreshold: z.number().nullable(),
  predictionProbabilitiesColumn: text,
});

export const ModelDescription = z.strictObject({
  modelName: text,
  description: z.string(),
  location: text,
  buildEnvironmentType: text,
  modelCreatorId: text,
  modelCreatorName: text,
  modelCreatorEmail: text,
  modelCreatedAt: text,
});

const Datasets = z.strictObject({
  datasetName: text,
  trainingDataCatalogId: text,
  trainingDataCatalogVersionId: text,
  trainingDataSize: whole,
  holdoutDatasetName: text,
  holdoutDataCatalogId: text,
  holdoutDataCatalogVersionId: text,
  baselineSegmentedBy: z.array(z.string()),
  targetHistogramBaseline: text,
});

/** What is said of series: in replies with null for what is unknown, in requests with nothing. */
export const timeseriesFields = <
  Text extends z.ZodType,
  Whole extends z.ZodType,
  Flag extends z.ZodType,
  List extends z.ZodType,
>(
  text: Text,
  whole: Whole,
  flag: Flag,
  distances: List,
) => ({
  datetimeColumnName: text,
  datetimeColumnFormat: text,
  forecastPointColumnName: text,
  forecastDistanceColumnName: text,
  seriesColumnName: text,
  forecastDistances: distances,
  forecastDistancesTimeUnit: text,
  featureDerivationWindowStart: whole,
  featureDerivationWindowEnd: whole,
  effectiveFeatureDerivationWindowStart: whole,
  effectiveFeatureDerivationWindowEnd: whole,
  isCrossSeries: flag,
  isNewSeriesSupport: flag,
  isTraditionalTimeSeries: flag,
});
export const Timeseries = z.strictObject(timeseriesFields(text, whole, flag, z.array(z.int()).nullable()));

/** A version of a registered model, which clients also call a model package. */
export const ModelPackage = z.strictObject({
  id: z.string(),
  registeredModelId: z.string(),
  registeredModelVersion: z.int(),
  name: z.string(),
  modelId: z.string(),
  modelExecutionType: z.enum(['dedicated', 'external']),
  isArchived: z.boolean(),
  isDeprecated: z.boolean(),
  importMeta: ImportMeta,
  sourceMeta: SourceMeta,
  modelKind: ModelKind,
  target: Target,
  modelDescription: ModelDescription,
  datasets: Datasets,
  timeseries: Timeseries,
  permissions: z.array(z.string()),
  activeDeploymentCount: z.int(),
  buildStatus: z.enum(BUILD_STATUS),
  /** Why it could not be built. */
  buildError: text,
  biasAndFairness: z.null(),
  mlpkgFileContents: z.strictObject({ allTimeSeriesPredictionIntervals: flag }),
  capabilities: z.strictObject({
    supportsFeatureDriftTracking: z.boolean(),
    supportsTargetDriftTracking: z.boolean(),
    supportsPredictionIntervals: z.boolean(),
    supportsScoringCodeDownload: z.boolean(),
    supportsModelPackageDownload: z.boolean(),
  }),
  runtimeParameters: z.array(z.never()),
  tags: z.array(Tag),
  stage: z.string(),
  userProvidedId: text,
  createdAt: moment,
  createdBy: Person,
  updatedAt: moment,
  updatedBy: Person.nullable(),
});

export const PackageFeature = z.strictObject({
  name: z.string(),
  featureType: z.string(),
  importance: z.number().nullable(),
  dateFormat: text,
  knownInAdvance: z.boolean(),
});

/** What a version can be chosen by, wherever versions or their registered models are listed. */
export const versionFilters = {
  modelId: z.string().optional(),
  targetName: z.string().optional(),
  targetType: z.string().optional(),
  compatibleWithLeaderboardModelId: z.string().optional(),
  compatibleWithModelPackageId: z.string().optional(),
  forChallenger: z.boolean().optional(),
  predictionThreshold: z.number().min(0).max(1).optional(),
  imported: z.boolean().optional(),
  predictionEnvironmentId: z.string().optional(),
  modelKind: z.enum(FORMATS).optional(),
  buildStatus: z.enum(BUILD_STATUS).optional(),
  useCaseId: z.string().optional(),
  tags: z.array(z.string()).optional(),
};
