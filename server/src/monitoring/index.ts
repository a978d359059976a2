import type { Eraser } from '#accounts';
import { batchEnded, predictionsRecorded, registerMonitoringBatches } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { accuracyRoutes, resultsRoutes, versusRoutes } from './accuracy/accuracy.routes.ts';
import { recomputeAllAccuracy } from './actuals/recompute-accuracy.ts';
import { deleteExpired } from './actuals/retention.ts';
import { valuesDatasetJob } from './custom-metrics/dataset-values.job.ts';
import { metricFigureRoutes, metricRoutes } from './custom-metrics/metric.routes.ts';
import { distributionRoutes, driftRoutes, predictionsRoutes } from './drift/drift.routes.ts';
import { exportJob } from './exports/export.job.ts';
import { exportRoutes } from './exports/export.routes.ts';
import { fairnessRoutes } from './fairness/fairness.routes.ts';
import { batchHealth } from './health/batch-health.ts';
import { reportDeclines } from './health/watch.ts';
import { actualsDatasetJob, actualsJob, healthListener } from './ingest/actuals.job.ts';
import { deletionJob } from './ingest/deletion.job.ts';
import { actualsRoutes, deletionRoutes, reportedRoutes } from './ingest/ingest.routes.ts';
import { ingestSegments } from './ingest/ingest-segments.ts';
import { inputsDatasetJob } from './ingest/reported-dataset.job.ts';
import { deliverJob } from './notifications/deliver.job.ts';
import { healthChangesJob } from './notifications/notice.job.ts';
import { notificationRoutes } from './notifications/notification.routes.ts';
import { notifyBatchEnded } from './notifications/notify.ts';
import { compactRowsJob } from './predictions/compact.job.ts';
import { storedRowsFolder } from './predictions/stored-rows.store.ts';
import { batchRoutes } from './scope/batch.routes.ts';
import { createJobBatch, requireOpenBatch } from './scope/batches.ts';
import { humilityRoutes, serviceRoutes, usageRoutes } from './service/service.routes.ts';

/** The public interface of the monitoring module: what predictions looked like, how the service did, and when to worry. */

export { watch } from './health/watch.ts';

export const routes: readonly RouteRecord[] = [
  ...serviceRoutes,
  ...driftRoutes,
  ...distributionRoutes,
  ...predictionsRoutes,
  ...batchRoutes(batchHealth),
  ...humilityRoutes,
  ...reportedRoutes,
  ...actualsRoutes,
  ...accuracyRoutes,
  ...versusRoutes,
  ...resultsRoutes,
  ...exportRoutes,
  ...deletionRoutes,
  ...metricRoutes,
  ...metricFigureRoutes,
  ...fairnessRoutes,
  ...notificationRoutes,
  ...usageRoutes,
];

/** Listens to what predictions leave behind, and says which monitoring batches take predictions. */
export function registerJobs(platform: Platform): void {
  platform.events.subscribe(
    predictionsRecorded,
    'monitoring',
    async (ours, { organizationId }, { signal, attempt }) => {
      await ingestSegments(ours, organizationId, { signal, attempt });
      await recomputeAllAccuracy(ours, organizationId, signal);
      await deleteExpired(ours, organizationId);
      await reportDeclines(ours, organizationId);
    },
  );
  platform.events.subscribe(batchEnded, 'notifications', notifyBatchEnded);
  platform.jobs.register(inputsDatasetJob);
  platform.jobs.register(actualsJob);
  platform.jobs.register(actualsDatasetJob);
  platform.jobs.register(valuesDatasetJob);
  platform.jobs.register(healthChangesJob);
  platform.jobs.register(deliverJob);
  platform.jobs.register(compactRowsJob);
  platform.jobs.register(exportJob);
  platform.jobs.register(deletionJob);
  platform.services.set(healthListener, reportDeclines);
  registerMonitoringBatches(platform, { requireOpen: requireOpenBatch, begin: createJobBatch });
}

/** Rows go with their organization; besides them, what nobody has learned from yet, and predicted rows that are kept. */
export const monitoringEraser: Eraser = {
  counted: { monitoringBatches: 'monitoring_batches' },
  blobPrefixes: async (_db, organizationId) => [
    `prediction-segments/${organizationId}/`,
    storedRowsFolder(organizationId),
  ],
};
