import { type ApiCall, get, patch } from './call.ts';
import { deploymentKey } from './deployments.ts';
import { ask } from './queries.ts';

interface Switch {
  readonly enabled: boolean;
}

export interface DeploymentSettings {
  readonly associationId: {
    readonly columnNames: readonly string[] | null;
    readonly requiredInPredictionRequests: boolean;
    readonly autoGenerateId: boolean;
  };
  readonly automaticActuals: Switch;
  readonly challengerModels: Switch;
  readonly humility: Switch;
  readonly predictionsDataCollection: Switch;
  readonly targetDrift: Switch;
  readonly batchMonitoring: Switch;
  readonly featureDrift: Switch & {
    readonly featureSelection: 'auto' | 'manual';
    readonly trackedFeatures: readonly string[];
  };
  readonly predictionIntervals: Switch & { readonly percentiles: readonly number[] };
  readonly predictionWarning: Switch & {
    readonly customBoundaries: { readonly lower: number; readonly upper: number } | null;
  };
  readonly predictionsByForecastDate: Switch & {
    readonly columnName: string | null;
    readonly datetimeFormat: string | null;
  };
  readonly segmentAnalysis: Switch & {
    readonly attributes: readonly string[];
    readonly customAttributes: readonly string[];
  };
  readonly biasAndFairness: {
    readonly protectedFeatures: readonly string[];
    readonly preferableTargetValue: string | number | boolean;
    readonly fairnessMetricsSet: string;
    readonly fairnessThreshold: number;
  } | null;
  readonly predictionsSettings: { readonly minComputes: number; readonly maxComputes: number };
}

interface Timeliness {
  readonly enabled: boolean;
  readonly expectedFrequency: string;
}

/** A lamp turns where a metric compares like this. */
export interface MetricCondition {
  readonly metricId: string;
  readonly compareOperator: 'lt' | 'lte' | 'gt' | 'gte';
  readonly threshold: number;
}

export interface HealthSettings {
  readonly service: { readonly batchCount: number };
  readonly dataDrift: {
    readonly timeInterval: string;
    readonly batchCount: number;
    readonly driftThreshold: number;
    readonly importanceThreshold: number;
    readonly lowImportanceWarningCount: number | null;
    readonly lowImportanceFailingCount: number | null;
    readonly highImportanceWarningCount: number | null;
    readonly highImportanceFailingCount: number | null;
    readonly excludedFeatures: readonly string[];
    readonly starredFeatures: readonly string[];
  };
  readonly accuracy: {
    readonly batchCount: number;
    readonly metric: string;
    readonly measurement: 'percent' | 'value';
    readonly warningThreshold: number | null;
    readonly failingThreshold: number | null;
  };
  readonly fairness: { readonly protectedClassWarningCount: number; readonly protectedClassFailingCount: number };
  readonly customMetrics: {
    readonly warningConditions: readonly MetricCondition[];
    readonly failingConditions: readonly MetricCondition[];
  };
  readonly predictionsTimeliness: Timeliness;
  readonly actualsTimeliness: Timeliness;
}

export type SettingsChange = { readonly [Group in keyof DeploymentSettings]?: object | null };
export type HealthChange = { readonly [Section in keyof HealthSettings]?: object };

const at = (id: string, what: string): string => `deployments/${encodeURIComponent(id)}/${what}/`;

export const settingsCalls = {
  settings: (id: string): ApiCall<DeploymentSettings> => get(at(id, 'settings')),
  /** 202: followed until the change is in force. */
  changeSettings: (id: string, change: SettingsChange): ApiCall<void> => patch(at(id, 'settings'), { ...change }),
  health: (id: string): ApiCall<HealthSettings> => get(at(id, 'healthSettings')),
  healthDefaults: (id: string): ApiCall<HealthSettings> => get(at(id, 'healthSettings/defaults')),
  changeHealth: (id: string, change: HealthChange): ApiCall<HealthSettings> =>
    patch(at(id, 'healthSettings'), { ...change }),
};

export const settingsKey = (id: string): readonly string[] => [...deploymentKey(id), 'settings'];
export const settingsQueries = {
  settings: (id: string) => ask([...settingsKey(id), 'groups'], settingsCalls.settings(id)),
  health: (id: string) => ask([...settingsKey(id), 'health'], settingsCalls.health(id)),
};
