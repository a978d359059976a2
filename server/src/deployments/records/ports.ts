import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { DeploymentRow } from '../deployments.tables.ts';

export const HEALTH = ['passing', 'warning', 'failing', 'unavailable', 'unknown'] as const;
export type HealthStatus = (typeof HEALTH)[number];

/** One health status of a deployment, and the period it was evaluated on. */
export interface HealthReport {
  readonly status: HealthStatus;
  readonly message: string;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
}

export interface DeploymentHealth {
  readonly service: HealthReport;
  /** Data drift. */
  readonly model: HealthReport;
  readonly accuracy: HealthReport;
  readonly fairness: HealthReport & {
    readonly influentialFairnessMetric: string | null;
    readonly messages: readonly string[];
    readonly protectedFeaturesCount: number;
  };
  readonly customMetrics: HealthReport;
  readonly predictionsTimeliness: HealthReport;
  readonly actualsTimeliness: HealthReport;
}

export interface PredictionUsage {
  /** Rows predicted on each of the last seven days, the oldest first. */
  readonly dailyRates: readonly number[];
  readonly lastTimestamp: Date | null;
}

/** What the monitoring module reports about deployments. IDs that are left out are not monitored. */
export interface MonitoringPort {
  healthOf(platform: Platform, deploymentIds: readonly string[]): Promise<ReadonlyMap<string, DeploymentHealth>>;
  usageOf(platform: Platform, deploymentIds: readonly string[]): Promise<ReadonlyMap<string, PredictionUsage>>;
  /** Values that were seen of a segment attribute. */
  segmentValuesOf(platform: Platform, deploymentId: string, attribute: string): Promise<readonly string[]>;
}

interface Limit {
  readonly limit: number;
  readonly count: number;
}

/** What records need of the layers above them. */
export interface DeploymentPorts {
  readonly monitoring: MonitoringPort;
  /** In the transaction that deletes a deployment. Returns the jobs to cancel after the commit. */
  onDelete(ctx: Ctx, tx: Tx, deployment: DeploymentRow, reason: string): Promise<readonly string[]>;
  limitsOf(
    db: Queries,
    deployment: DeploymentRow,
  ): Promise<{ readonly challengers: Limit; readonly retrainingPolicies: Limit }>;
}

const unknown: HealthReport = {
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
