import type { Platform, ServiceDefinition } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';

export interface NewJobBatch {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly name: string;
  /** The batch prediction job. */
  readonly jobId: string;
  readonly createdBy: { readonly userId: string; readonly username: string };
}

/** Monitoring batches as predictions need them; the monitoring module implements it and registers it at start. */
export interface MonitoringBatches {
  /** Throws 404 or 422 unless the batch belongs to the deployment and accepts predictions. */
  requireOpen(
    platform: Platform,
    deployment: { readonly id: string; readonly organizationId: string },
    batchId: string,
  ): Promise<void>;
  /** Creates the batch of a job that starts; null when the deployment has reached its daily number of batches. */
  begin(tx: Tx, batch: NewJobBatch, now: Date): Promise<string | null>;
}

const monitoringBatchesService: ServiceDefinition<MonitoringBatches> = { name: 'monitoring batches' };

export function registerMonitoringBatches({ services }: Pick<Platform, 'services'>, batches: MonitoringBatches): void {
  services.set(monitoringBatchesService, batches);
}

/** Undefined where no monitoring module is registered: then there are no batches. */
export const findMonitoringBatches = ({ services }: Pick<Platform, 'services'>): MonitoringBatches | undefined =>
  services.find(monitoringBatchesService);
