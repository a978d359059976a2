/** Batches of predictions, their definitions and schedules: what the room's door shows of them. */

import type { Eraser } from '#accounts';
import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { definitionRoutes } from './definitions/definition.routes.ts';
import { definitionRun } from './definitions/run-definition.ts';
import { batchJobRoutes } from './jobs/batch-job.routes.ts';
import { monitoringJobRoutes } from './monitoring/monitoring.routes.ts';
import { monitoringDefinitionRoutes } from './monitoring/monitoring-definitions.routes.ts';
import { sweepBatches } from './sweep-batches.job.ts';
import { batchWork } from './work/batch.job.ts';

export const batchRoutes: readonly RouteRecord[] = [
  ...batchJobRoutes,
  ...definitionRoutes,
  ...monitoringJobRoutes,
  ...monitoringDefinitionRoutes,
];

export function registerBatchJobs({ jobs }: Platform): void {
  jobs.register(batchWork);
  jobs.register(sweepBatches);
  jobs.register(definitionRun);
}

/** What goes with an organization besides its rows. */
export const batchBlobPrefixes: NonNullable<Eraser['blobPrefixes']> = async (db, organizationId) => {
  const rows = await db.selectFrom('batch_jobs').select('id').where('organization_id', '=', organizationId).execute();
  return rows.map(({ id }) => `batch/${id}/`);
};
