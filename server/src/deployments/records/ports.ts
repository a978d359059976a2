import type { Platform } from '#platform/context.ts';

export const HEALTH = ['passing', 'warning', 'failing', 'unavailable', 'unknown'] as const;
export type HealthStatus = (typeof HEALTH)[number];

/** One lamp of a deployment, and the stretch of time it was judged on. */
export interface Lamp {
  readonly status: HealthStatus;
  readonly message: string;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
}

export interface DeploymentHealth {
  readonly service: Lamp;
  /** Data drift. */
  readonly model: Lamp;
  readonly accuracy: Lamp;
  readonly fairness: Lamp & {
    readonly influentialFairnessMetric: string | null;
    readonly messages: readonly string[];
    readonly protectedFeaturesCount: number;
  };
  readonly customMetrics: Lamp;
  readonly predictionsTimeliness: Lamp;
  readonly actualsTimeliness: Lamp;
}

export interface PredictionUsage {
  /** Rows predicted on each of the last seven days, the oldest first. */
  readonly dailyRates: readonly number[];
  readonly lastTimestamp: Date | null;
}

/** What records tell of a deployment's life and cannot know themselves. Filled by the app; ids left out are unwatched. */
export interface Watch {
  healthOf(platform: Platform, deploymentIds: readonly string[]): Promise<ReadonlyMap<string, DeploymentHealth>>;
  usageOf(platform: Platform, deploymentIds: readonly string[]): Promise<ReadonlyMap<string, PredictionUsage>>;
  /** Values a segment attribute was seen with. */
  segmentValuesOf(platform: Platform, deploymentId: string, attribute: string): Promise<readonly string[]>;
}

const unknown: Lamp = {
  status: 'unknown',
  message: 'No predictions have been made yet',
  startDate: null,
  endDate: null,
};

export const NO_HEALTH: DeploymentHealth = {
  service: unknown,
  model: unknown,
  accuracy: { ...unknown, message: 'No actuals have been received yet' },
  fairness: {
    ...unknown,
    message: 'Fairness is not watched',
    influentialFairnessMetric: null,
    messages: [],
    protectedFeaturesCount: 0,
  },
  customMetrics: { ...unknown, message: 'No conditions are set for custom metrics' },
  predictionsTimeliness: { ...unknown, message: 'Timeliness of predictions is not watched' },
  actualsTimeliness: { ...unknown, message: 'Timeliness of actuals is not watched' },
};

export const NO_USAGE: PredictionUsage = { dailyRates: [0, 0, 0, 0, 0, 0, 0], lastTimestamp: null };
