/** How a deployment behaves, as it is kept and as `settings/` shows it. */
export interface DeploymentSettings {
  readonly associationId: {
    readonly columnNames: readonly string[] | null;
    readonly requiredInPredictionRequests: boolean;
    readonly autoGenerateId: boolean;
  };
  readonly targetDrift: Switch;
  readonly featureDrift: Switch & {
    readonly featureSelection: 'auto' | 'manual';
    readonly trackedFeatures: readonly string[];
  };
  readonly challengerModels: Switch;
  readonly humility: Switch;
  readonly automaticActuals: Switch;
  /** Keeps the rows themselves, for replay, export and results by row. */
  readonly predictionsDataCollection: Switch;
  readonly batchMonitoring: Switch;
  readonly predictionIntervals: Switch & { readonly percentiles: readonly number[] };
  readonly predictionWarning: Switch & {
    readonly customBoundaries: { readonly lower: number; readonly upper: number } | null;
  };
  readonly predictionsByForecastDate: Switch & {
    readonly columnName: string | null;
    readonly datetimeFormat: string | null;
  };
  readonly segmentAnalysis: Switch & { readonly attributes: readonly string[] };
  readonly biasAndFairness: BiasAndFairness | null;
  readonly predictionsSettings: {
    readonly minComputes: number;
    readonly maxComputes: number;
    readonly resourceBundleId: string | null;
  };
}

export interface Switch {
  readonly enabled: boolean;
}

export interface BiasAndFairness {
  readonly protectedFeatures: readonly string[];
  readonly preferableTargetValue: string | number | boolean;
  readonly fairnessMetricsSet: string;
  readonly fairnessThreshold: number;
}

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
