import { z } from 'zod';

const enabled = z.boolean();
const name = z.string().min(1).max(1000);
const Switch = z.strictObject({ enabled });
const scalar = z.union([z.string(), z.number(), z.boolean()]);

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
    minComputes: z.int().min(0).max(1000),
    maxComputes: z.int().min(1).max(1000),
    resourceBundleId: z.string().max(100).nullish(),
  }),
};

type Groups = typeof groups;
const optional = Object.fromEntries(Object.entries(groups).map(([key, schema]) => [key, schema.nullish()])) as {
  [K in keyof Groups]: z.ZodOptional<z.ZodNullable<Groups[K]>>;
};

/** Any of the groups, also none; null leaves a group as it is, but for fairness, which it takes away. */
export const SettingsChange = z.strictObject(optional);
export type SettingsChange = z.output<typeof SettingsChange>;

const bound = z.number();
export const Settings = z.strictObject({
  associationId: z.strictObject({
    columnNames: z.array(z.string()).nullable(),
    requiredInPredictionRequests: z.boolean(),
    autoGenerateId: z.boolean(),
  }),
  automaticActuals: Switch,
  challengerModels: Switch,
  humility: Switch,
  predictionsDataCollection: Switch,
  targetDrift: Switch,
  batchMonitoring: Switch,
  featureDrift: z.strictObject({
    enabled,
    featureSelection: z.enum(['auto', 'manual']),
    trackedFeatures: z.array(z.string()),
  }),
  predictionIntervals: z.strictObject({ enabled, percentiles: z.array(z.int()).max(1) }),
  predictionWarning: z.strictObject({
    enabled,
    customBoundaries: z
      .strictObject({ lower: bound, upper: bound, lowerBoundary: bound, upperBoundary: bound })
      .nullable(),
  }),
  predictionsByForecastDate: z.strictObject({
    enabled,
    columnName: z.string().nullable(),
    datetimeFormat: z.string().nullable(),
  }),
  segmentAnalysis: z.strictObject({ enabled, attributes: z.array(z.string()), customAttributes: z.array(z.string()) }),
  biasAndFairness: z
    .strictObject({
      protectedFeatures: z.array(z.string()),
      preferableTargetValue: scalar,
      fairnessMetricsSet: z.string(),
      fairnessThreshold: z.number(),
    })
    .nullable(),
  predictionsSettings: z.strictObject({
    minComputes: z.int(),
    maxComputes: z.int(),
    resourceBundleId: z.string().nullable(),
  }),
});
