/** The door of the monitoring room: what predictions looked like, how the service did, and when to worry. */

import type { Eraser } from '#accounts';
import { batchEnded, openBatchGate, predictionsRecorded } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { absorbSegments } from './absorb/absorb-segments.ts';
import { accuracyRoutes } from './accuracy/accuracy.routes.ts';
import { settleAll } from './accuracy/settle-accuracy.ts';
import { actualsJob } from './actuals/actuals.job.ts';
import { actualsRoutes } from './actuals/actuals.routes.ts';
import { actualsDatasetJob } from './actuals/actuals-dataset.job.ts';
import { forgetAll } from './actuals/forget-all.ts';
import { batchRoutes } from './batches/batch.routes.ts';
import { beginJobBatch } from './batches/make-batch.ts';
import { requireOpenBatch } from './batches/the-batch.ts';
import { metricFigureRoutes } from './custom-metrics/figures.routes.ts';
import { metricRoutes } from './custom-metrics/metric.routes.ts';
import { valuesDatasetJob } from './custom-metrics/values-dataset.job.ts';
import { deletionJob } from './deletions/deletion.job.ts';
import { deletionRoutes } from './deletions/deletion.routes.ts';
import { distributionRoutes } from './distributions/distribution.routes.ts';
import { driftRoutes } from './drift/drift.routes.ts';
import { exportJob } from './exports/export.job.ts';
import { exportRoutes } from './exports/export.routes.ts';
import { fairnessRoutes } from './fairness/fairness.routes.ts';
import { noticeDeclines } from './health/notice-declines.ts';
import { humilityRoutes } from './humility/humility.routes.ts';
import { foldRowsJob } from './kept-rows/fold-rows.job.ts';
import { keptRowsFolder } from './kept-rows/kept-row.store.ts';
import { deliverJob } from './notifications/deliver.job.ts';
import { noticeJob } from './notifications/notice.job.ts';
import { notificationRoutes } from './notifications/notification.routes.ts';
import { tellOfBatch } from './notifications/tell-of-batch.ts';
import { resultsRoutes } from './prediction-results/results.routes.ts';
import { predictionsRoutes } from './predictions/predictions.routes.ts';
import { versusRoutes } from './predictions-vs-actuals/versus.routes.ts';
import { inputsDatasetJob } from './reported/inputs-dataset.job.ts';
import { reportedRoutes } from './reported/reported.routes.ts';
import { serviceRoutes } from './service/service.routes.ts';
import { usageRoutes } from './usage/usage.routes.ts';

export { watch } from './health/watch.ts';

export const routes: readonly RouteRecord[] = [
  ...serviceRoutes,
  ...driftRoutes,
  ...distributionRoutes,
  ...predictionsRoutes,
  ...batchRoutes,
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
      await absorbSegments(ours, organizationId, { signal, attempt });
      await settleAll(ours, organizationId, signal);
      await forgetAll(ours, organizationId);
      await noticeDeclines(ours, organizationId);
    },
  );
  platform.events.subscribe(batchEnded, 'notifications', tellOfBatch);
  platform.jobs.register(inputsDatasetJob);
  platform.jobs.register(actualsJob);
  platform.jobs.register(actualsDatasetJob);
  platform.jobs.register(valuesDatasetJob);
  platform.jobs.register(noticeJob);
  platform.jobs.register(deliverJob);
  platform.jobs.register(foldRowsJob);
  platform.jobs.register(exportJob);
  platform.jobs.register(deletionJob);
  openBatchGate(platform, { demandOpen: requireOpenBatch, begin: beginJobBatch });
}

/** Rows go with their organization; besides them, what nobody has learned from yet, and predicted rows that are kept. */
export const monitoringEraser: Eraser = {
  counted: { monitoringBatches: 'monitoring_batches' },
  blobPrefixes: async (_db, organizationId) => [
    `prediction-segments/${organizationId}/`,
    keptRowsFolder(organizationId),
  ],
};
