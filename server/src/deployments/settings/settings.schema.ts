import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { StoredSettings, Switch, scalar } from '../records/deployment-settings.ts';

const enabled = z.boolean();
const name = z.string().min(1).max(1000);

const FAIRNESS_METRICS = [
  'proportionalParity',
  'equalParity',
  'predictionBalance',
  'trueFavorableAndUnfavorableRateParity',
  'favorableAndUnfavorablePredictiveValueParity',
] as const;

/** One client writes the bounds with longer names. */
const Boundaries = z.strictObject({
  lower: z.number().nullish(),
  upper: z.number().nullish(),
  lowerBoundary: z.number().nullish(),
  upperBoundary: z.number().nullish(),
});

const NOT_SCALED = 'Predictions are computed by the server itself: it is not scaled for one deployment';

const groups = {
  associationId: z.strictObject({
    columnNames: z.array(name).max(10).nullish(),
    requiredInPredictionRequests: z.boolean().nullish(),
    autoGenerateId: z.boolean().nullish(),
  }),
  automaticActuals: Switch,
  challengerModels: Switch,
  humility: Switch,
  predictionsDataCollection: Switch,
  targetDrift: Switch,
  batchMonitoring: Switch,
  featureDrift: z.strictObject({
    enabled: enabled.nullish(),
    featureSelection: z.enum(['auto', 'manual']).nullish(),
    trackedFeatures: z.array(name).max(10_000).nullish(),
  }),
  predictionIntervals: z.strictObject({
    enabled: enabled.nullish(),
    percentiles: z.array(z.int().min(1).max(99)).max(1, 'At most one percentile').nullish(),
  }),
  predictionWarning: z.strictObject({ enabled, customBoundaries: Boundaries.nullish() }),
  predictionsByForecastDate: z.strictObject({
    enabled,
    columnName: name.nullish(),
    datetimeFormat: z.string().min(1).max(100).nullish(),
  }),
  segmentAnalysis: z.strictObject({
    enabled,
    attributes: z.array(name).max(10).nullish(),
    customAttributes: z.array(name).max(10).nullish(),
  }),
  biasAndFairness: z.strictObject({
    protectedFeatures: z.array(name).min(1).max(10),
    preferableTargetValue: scalar,
    fairnessMetricsSet: z.enum(FAIRNESS_METRICS),
    fairnessThreshold: z.number().min(0).max(1),
  }),
  predictionsSettings: z.strictObject({
    minComputes: ignored(z.int().min(0).max(1000), NOT_SCALED, [0]),
    maxComputes: ignored(z.int().min(1).max(1000), NOT_SCALED, [1]),
    resourceBundleId: ignored(z.string().max(100).nullish(), NOT_SCALED),
  }),
};

type Groups = typeof groups;
const optional = Object.fromEntries(Object.entries(groups).map(([key, schema]) => [key, schema.nullish()])) as {
  [K in keyof Groups]: z.ZodOptional<z.ZodNullable<Groups[K]>>;
};

/** Any of the groups, also none; null leaves a group as it is, but for fairness, which it takes away. */
export const SettingsChange = z.strictObject(optional);
export type SettingsChange = z.output<typeof SettingsChange>;

const { predictionWarning, segmentAnalysis } = StoredSettings.shape;
const bound = z.number();

/** As every client reads it: bounds under both of their names, attributes in one list. */
export const Settings = StoredSettings.extend({
  predictionWarning: predictionWarning.extend({
    customBoundaries: z
      .strictObject({ lower: bound, upper: bound, lowerBoundary: bound, upperBoundary: bound })
      .nullable(),
  }),
  segmentAnalysis: segmentAnalysis.extend({ customAttributes: z.array(z.string()) }),
});

const COUNTS = [1, 5, 10, 50, 100, 1000, 10_000] as const;
const batchCount = z.int().refine((count) => (COUNTS as readonly number[]).includes(count), {
  message: `Must be one of ${COUNTS.join(', ')}`,
});
const INTERVALS = ['T2H', 'P1D', 'P7D', 'P30D', 'P90D', 'P180D', 'P365D', 'ALL'] as const;
const count = z.int().min(0).nullable();
const names = z.array(z.string().min(1).max(1000)).max(10_000);

const METRICS = [
  ...['AUC', 'Accuracy', 'Balanced Accuracy', 'F1', 'FPR', 'FVE Binomial', 'FVE Gamma', 'FVE Multinomial'],
  ...['FVE Poisson', 'FVE Tweedie', 'Gamma Deviance', 'Gini Norm', 'Kolmogorov-Smirnov', 'LogLoss', 'MAD', 'MAE'],
  ...['MAPE', 'MCC', 'NPV', 'PPV', 'Poisson Deviance', 'R Squared', 'RMSE', 'RMSLE', 'Rate@Top10%', 'Rate@Top5%'],
  ...['TNR', 'TPR', 'Tweedie Deviance', 'WGS84 MAE', 'WGS84 RMSE'],
];

const HOUR_OR_LONGER = /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)(\d+M)?(\d+S)?)?$/;
const SOMETHING = /[1-9]/;
const frequency = z
  .string()
  .refine((text) => HOUR_OR_LONGER.test(text) && SOMETHING.test(text.replace(/\d+M$|\d+S$/, '')), {
    message: 'Must be an ISO 8601 duration of an hour or more, like PT1H, P1D or P7D',
  });

const Condition = z.strictObject({
  metricId: z.string().min(1).max(64),
  compareOperator: z.enum(['lt', 'lte', 'gt', 'gte']),
  threshold: z.number(),
  categoryName: z.string().max(500).nullish(),
});
const conditions = z.array(Condition).max(100);
const Timeliness = z.strictObject({ enabled: z.boolean(), expectedFrequency: frequency });

const sections = {
  service: z.strictObject({ batchCount }),
  dataDrift: z.strictObject({
    timeInterval: z.enum(INTERVALS),
    batchCount,
    driftThreshold: z.number().gt(0),
    importanceThreshold: z.number().min(0).max(1),
    lowImportanceWarningCount: count,
    lowImportanceFailingCount: count,
    highImportanceWarningCount: count,
    highImportanceFailingCount: count,
    excludedFeatures: names,
    starredFeatures: names,
  }),
  accuracy: z.strictObject({
    batchCount,
    metric: z.enum(METRICS),
    measurement: z.enum(['percent', 'value']),
    warningThreshold: z.number().nullable(),
    failingThreshold: z.number().nullable(),
  }),
  fairness: z.strictObject({
    protectedClassWarningCount: z.int().min(0),
    protectedClassFailingCount: z.int().min(0),
  }),
  customMetrics: z.strictObject({ warningConditions: conditions, failingConditions: conditions }),
  predictionsTimeliness: Timeliness,
  actualsTimeliness: Timeliness,
};

export const HealthSettings = z.strictObject(sections);
export type HealthSettings = z.infer<typeof HealthSettings>;

/** Any of the sections, and of each any of its fields. */
export const HealthSettingsChange = z.strictObject({
  service: sections.service.partial().nullish(),
  dataDrift: sections.dataDrift.partial().nullish(),
  accuracy: sections.accuracy.partial().nullish(),
  fairness: sections.fairness.partial().nullish(),
  customMetrics: sections.customMetrics.partial().nullish(),
  predictionsTimeliness: sections.predictionsTimeliness.partial().nullish(),
  actualsTimeliness: sections.actualsTimeliness.partial().nullish(),
});
export type HealthSettingsChange = z.output<typeof HealthSettingsChange>;
