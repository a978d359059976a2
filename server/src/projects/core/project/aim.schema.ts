import { TIME_UNITS } from '@almanac/engine';
import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import type { FieldErrors } from '#platform/http/problem.ts';

const name = z.string().min(1).max(1000);
const names = z.array(name).max(10_000);
const flag = z.boolean();
const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** With or without a zone; without one it is UTC, as all dates here are. */
const moment = z.union([z.iso.datetime({ local: true, offset: true }), z.iso.date()]);
const span = z.string().regex(/^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/, {
  message: 'must be an ISO 8601 duration like P1Y, P3M, P14D or PT6H',
});

const MODES = ['auto', 'manual', 'quick', 'comprehensive'] as const;

const BacktestRequest = z.strictObject({
  index: z.int().min(0).max(19),
  gapDuration: span.nullish(),
  validationStartDate: moment,
  validationDuration: span.nullish(),
  validationEndDate: moment.nullish(),
  primaryTrainingStartDate: moment.nullish(),
  primaryTrainingEndDate: moment.nullish(),
});

/** Fields about how the past is shared out: the same in `aim/` and in the previews of a partitioning. */
const partitioning = {
  datetimePartitionColumn: name,
  datetimePartitioningId: z.string(),
  useTimeSeries: flag,
  autopilotDataSelectionMethod: ignored(z.enum(['duration', 'rowCount']), 'Backtests are laid out by duration', [
    'duration',
  ]),
  autopilotDataSamplingMethod: ignored(
    z.enum(['random', 'latest']),
    'Rows are sampled at random where there are very many',
    ['random'],
  ),
  numberOfBacktests: z.int().min(1).max(20),
  backtests: z.array(BacktestRequest).max(20),
  validationDuration: span,
  gapDuration: span,
  disableHoldout: flag,
  holdoutStartDate: moment,
  holdoutDuration: span,
  holdoutEndDate: moment,
  featureDerivationWindowStart: z.int().max(0),
  featureDerivationWindowEnd: z.int().max(0),
  forecastWindowStart: z.int().min(0),
  forecastWindowEnd: z.int().min(0),
  windowsBasisUnit: z.enum(TIME_UNITS),
  multiseriesIdColumns: z.array(name).max(20),
  defaultToKnownInAdvance: flag,
  defaultToDoNotDerive: flag,
  defaultToAPriori: flag,
  featureSettings: z
    .array(
      z.strictObject({
        featureName: name,
        knownInAdvance: flag.nullish(),
        doNotDerive: flag.nullish(),
        aPriori: flag.nullish(),
      }),
    )
    .max(10_000),
  treatAsExponential: z.enum(['auto', 'always', 'never']),
  differencingMethod: z.enum(['auto', 'simple', 'none', 'seasonal']),
  periodicities: z.array(z.strictObject({ timeSteps: z.number().int().min(0), timeUnit: z.enum(TIME_UNITS) })).max(20),
  useCrossSeriesFeatures: flag,
  aggregationType: z.enum(['average', 'total']),
  crossSeriesGroupByColumns: z.array(name).max(20),
  calendarId: z.string(),
  modelSplits: ignored(z.int().min(1).max(10), 'Models are not split', [5]),
  allowPartialHistoryTimeSeriesPredictions: flag,
  useSupervisedFeatureReduction: ignored(flag, 'The engine always chooses which features it derives', [true]),
  unsupervisedMode: flag,
  unsupervisedType: z.enum(['anomaly', 'clustering']),
  useProjectSettings: flag,
  isHoldoutModified: ignored(flag, 'It follows from the holdout dates that are sent', [false]),
};

const rows = {
  cvMethod: z.enum(['random', 'stratified', 'user', 'group', 'datetime']),
  validationType: z.enum(['CV', 'TVH']),
  reps: z.int().min(2).max(999_999),
  holdoutPct: z.number().min(0).max(98),
  validationPct: z.number().min(0).max(99),
  seed: z.int().min(0).max(999_999_999),
  userPartitionCol: name,
  trainingLevel: scalar,
  validationLevel: scalar,
  holdoutLevel: scalar,
  cvHoldoutLevel: scalar,
  partitionKeyCols: z.array(name).min(1).max(1),
};

const keysOf = <S extends object>(shape: S) => Object.keys(shape) as (keyof S)[];

const modeling = {
  target: name,
  mode: z.enum(MODES),
  quickrun: flag,
  metric: z.string(),
  targetType: z.enum(['Binary', 'Multiclass', 'Multilabel', 'Regression']),
  positiveClass: scalar,
  featurelistId: z.string(),
  weights: name,
  blendBestModels: flag,
  prepareModelForDeployment: flag,
  considerBlendersInRecommendation: flag,
  minSecondaryValidationModelCount: ignored(
    z.int().min(0).max(10),
    'Every model of a run is evaluated in the same way',
    [0],
  ),
  incrementalLearningOnlyMode: flag,
  incrementalLearningOnBestModel: flag,
  chunkDefinitionId: z.string(),
  incrementalLearningEarlyStoppingRounds: z.int().min(0),
  numberOfIncrementalLearningIterationsBeforeBestModelSelection: z.int().min(1).max(10),
};

/** A switch that is off whatever is said. */
const off = (reason: string) => ignored(flag, reason, [false]);

/** Options that change nothing here. Scripts that set them go on, and are warned. */
const withoutEffect = {
  runLeakageRemovedFeatureList: off(
    'No second feature list is made; features that leak the target can be left out of one',
  ),
  autopilotWithFeatureDiscovery: off('The autopilot derives no features from other datasets'),
  featureDiscoverySupervisedFeatureReduction: off('The autopilot derives no features from other datasets'),
  scoringCodeOnly: off('No model is compiled into scoring code; every model can be deployed'),
  shapOnlyMode: off('Every model is trained, whatever it is explained with'),
  accuracyOptimizedMb: off('Every run looks for the most accurate models it has time for'),
  dateRemoval: off('Dates are features like others, unless a feature list leaves them out'),
  useGpu: off('There are no graphics processors'),
  onlyIncludeMonotonicBlueprints: off('All blueprints that fit the data are offered'),
  smartDownsampled: off('Models are trained on all rows, none are left out'),
  majorityDownsamplingRate: ignored(z.number().gt(0).max(100), 'Models are trained on all rows, none are left out'),
  includeBiasMitigationFeatureAsPredictorVariable: off('Bias is not mitigated'),
  biasMitigationFeatureName: ignored(name, 'Bias is not mitigated'),
  biasMitigationTechnique: ignored(
    z.enum(['preprocessingReweighing', 'postProcessingRejectionOptionBasedClassification']),
    'Bias is not mitigated',
  ),
  responseCap: ignored(z.union([z.boolean(), z.number().min(0.5).lt(1)]), 'Large values of the target are not capped', [
    false,
  ]),
  blueprintThreshold: ignored(z.int().min(1), 'No blueprint is left out for its time'),
  rateTopPctThreshold: ignored(z.number().min(0.1).max(50), 'Rates of the top rows are of the top 10 percent'),
  sampleStepPct: ignored(z.number().gt(0).max(100), 'Models are trained on the rows of training at once'),
  exponentiallyWeightedMovingAlpha: ignored(z.number().gt(0).max(1), 'Smoothing is learned from the series'),
  allowedPairwiseInteractionGroups: ignored(z.array(names).max(1000), 'Interactions of all features are allowed'),
  stopWords: ignored(names, 'All words of a text are read'),
  classMappingAggregationSettings: ignored(
    z.strictObject({
      maxUnaggregatedClassValues: z.int().min(2).nullish(),
      minClassSupport: z.int().min(1).nullish(),
      excludedFromAggregation: names.nullish(),
      aggregationClassName: z.string().nullish(),
    }),
    'Every class is a class of its own',
  ),
  protectedFeatures: ignored(z.array(name).max(10), 'Fairness is watched in deployments, not in projects'),
  preferableTargetValue: ignored(scalar, 'Fairness is watched in deployments, not in projects'),
  fairnessMetricsSet: ignored(
    z.enum([
      'proportionalParity',
      'equalParity',
      'predictionBalance',
      'trueFavorableAndUnfavorableRateParity',
      'favorableAndUnfavorablePredictiveValueParity',
    ]),
    'Fairness is watched in deployments, not in projects',
  ),
  fairnessThreshold: ignored(z.number().min(0).max(1), 'Fairness is watched in deployments, not in projects'),
  primaryLocationColumn: ignored(name, 'Places are read as text or numbers, like other columns'),
  scaleoutModelingMode: ignored(z.string(), 'Models are trained on this installation', ['disabled']),
  modelGroupId: ignored(z.string(), 'Models of other systems are not compared'),
  modelRegimeId: ignored(z.string(), 'Models of other systems are not compared'),
  modelBaselines: ignored(names, 'Models of other systems are not compared'),
  customMetricsLossesInfo: ignored(z.record(z.string(), z.unknown()), 'Models learn from metrics of their own'),
};

/** Read, so that they are refused by name: a model without them would not be the one that was asked for. */
const notOffered = {
  quantileLevel: z.number().min(0.01).max(0.99),
  autopilotClusterList: z.array(z.int().min(2)).max(10),
  exposure: name,
  eventsCount: name,
  offset: names,
  monotonicIncreasingFeaturelistId: z.string(),
  monotonicDecreasingFeaturelistId: z.string(),
  featureEngineeringPredictionPoint: z.string(),
  relationshipsConfigurationId: z.string(),
  segmentationTaskId: z.string(),
  credentials: z.array(z.record(z.string(), z.unknown())).max(50),
  externalPredictions: names,
  externalTimeSeriesBaselineDatasetId: z.string(),
  seriesId: name,
  forecastDistance: name,
  forecastOffsets: names,
};

export const NOT_OFFERED = keysOf(notOffered);

type Shape = Readonly<Record<string, z.ZodType>>;

/** Some clients send null for what they leave out. */
const optional = <S extends Shape>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.nullish()])) as {
    [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>>;
  };

export const AimBody = z.strictObject({
  ...optional(modeling),
  ...optional(withoutEffect),
  ...optional(notOffered),
  ...optional(rows),
  ...optional(partitioning),
});

/** The body of a preview: what an aim would say, without the choice of models. */
export const PartitioningBody = z.strictObject({ ...optional(partitioning), target: name.nullish() });
export type PartitioningBody = z.output<typeof PartitioningBody>;

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };
/** The body without nulls. */
export type Aim = Present<z.output<typeof AimBody>>;

export function present<T extends object>(body: T): Present<T> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<T>;
}

type AutopilotMode = NonNullable<Aim['mode']>;

/** The numbers clients know the modes by. */
export const MODE_NUMBERS: Readonly<Record<AutopilotMode, number>> = { auto: 0, manual: 2, quick: 3, comprehensive: 4 };

/** Older clients ask for the quick mode with `quickrun`. */
export function modeOf({ mode = 'auto', quickrun }: Aim): AutopilotMode {
  return quickrun && mode === 'auto' ? 'quick' : mode;
}

export function wrongMode({ mode, quickrun }: Aim): FieldErrors {
  if (!quickrun || mode === undefined || mode === 'auto' || mode === 'quick') return {};
  return { quickrun: `quickrun makes the mode quick; it cannot go with mode ${mode}. Send one of them` };
}

export const isDatedAim = ({ cvMethod, useTimeSeries }: Aim): boolean =>
  cvMethod === 'datetime' || useTimeSeries === true;
