import { z } from 'zod';

const enabled = z.boolean();
const names = z.array(z.string());
export const Switch = z.strictObject({ enabled });
export const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const StoredSettings = z.strictObject({
  associationId: z.strictObject({
    columnNames: names.nullable(),
    requiredInPredictionRequests: z.boolean(),
    autoGenerateId: z.boolean(),
  }),
  automaticActuals: Switch,
  challengerModels: Switch,
  humility: Switch,
  /** Keeps the rows themselves, for replay, export and results by row. */
  predictionsDataCollection: Switch,
  targetDrift: Switch,
  batchMonitoring: Switch,
  featureDrift: Switch.extend({ featureSelection: z.enum(['auto', 'manual']), trackedFeatures: names }),
  predictionIntervals: Switch.extend({ percentiles: z.array(z.int()).max(1) }),
  predictionWarning: Switch.extend({
    customBoundaries: z.strictObject({ lower: z.number(), upper: z.number() }).nullable(),
  }),
  predictionsByForecastDate: Switch.extend({
    columnName: z.string().nullable(),
    datetimeFormat: z.string().nullable(),
  }),
  segmentAnalysis: Switch.extend({ attributes: names }),
  biasAndFairness: z
    .strictObject({
      protectedFeatures: names,
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
/** How a deployment behaves, as it is stored. */
export type DeploymentSettings = z.output<typeof StoredSettings>;

/** What a new deployment begins with: drift is tracked, no prediction rows are stored. */
export const DEFAULT_SETTINGS: DeploymentSettings = {
  associationId: { columnNames: null, requiredInPredictionRequests: false, autoGenerateId: false },
  targetDrift: { enabled: true },
  featureDrift: { enabled: true, featureSelection: 'auto', trackedFeatures: [] },
  challengerModels: { enabled: false },
  humility: { enabled: false },
  automaticActuals: { enabled: false },
  predictionsDataCollection: { enabled: false },
  batchMonitoring: { enabled: false },
  predictionIntervals: { enabled: false, percentiles: [] },
  predictionWarning: { enabled: false, customBoundaries: null },
  predictionsByForecastDate: { enabled: false, columnName: null, datetimeFormat: null },
  segmentAnalysis: { enabled: false, attributes: [] },
  biasAndFairness: null,
  predictionsSettings: { minComputes: 0, maxComputes: 1, resourceBundleId: null },
};
