import type { z } from 'zod';
import type { DeploymentSettings } from '../records/deployment-settings.ts';
import type { Settings } from './settings.schema.ts';

/** As every client reads it: bounds under both of their names, attributes in one list. */
export function toSettings(settings: DeploymentSettings): z.infer<typeof Settings> {
  const { predictionWarning, segmentAnalysis, predictionIntervals, featureDrift, associationId } = settings;
  const bounds = predictionWarning.customBoundaries;
  return {
    associationId: { ...associationId, columnNames: associationId.columnNames && [...associationId.columnNames] },
    automaticActuals: settings.automaticActuals,
    challengerModels: settings.challengerModels,
    humility: settings.humility,
    predictionsDataCollection: settings.predictionsDataCollection,
    targetDrift: settings.targetDrift,
    batchMonitoring: settings.batchMonitoring,
    featureDrift: { ...featureDrift, trackedFeatures: [...featureDrift.trackedFeatures] },
    predictionIntervals: { ...predictionIntervals, percentiles: [...predictionIntervals.percentiles] },
    predictionWarning: {
      enabled: predictionWarning.enabled,
      customBoundaries: bounds && { ...bounds, lowerBoundary: bounds.lower, upperBoundary: bounds.upper },
    },
    predictionsByForecastDate: settings.predictionsByForecastDate,
    segmentAnalysis: {
      enabled: segmentAnalysis.enabled,
      attributes: [...segmentAnalysis.attributes],
      customAttributes: [],
    },
    biasAndFairness: settings.biasAndFairness && {
      ...settings.biasAndFairness,
      protectedFeatures: [...settings.biasAndFairness.protectedFeatures],
    },
    predictionsSettings: settings.predictionsSettings,
  };
}
