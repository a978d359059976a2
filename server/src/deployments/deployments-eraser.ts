import type { Eraser } from '#accounts';
import { batchBlobPrefixes } from './batch/jobs/batch-job.store.ts';
import { storedRequestsFolder } from './challengers/stored-requests.ts';
import { packageBlobs } from './model-manifest.ts';
import './deployments.tables.ts';

/**
 * What goes with an organization besides its rows: the models of its versions, requests kept for challengers, and
 * batches of rows with their results.
 */
export const deploymentsEraser: Eraser = {
  counted: { deployments: 'deployments', registeredModels: 'registered_models', modelPackages: 'model_packages' },
  async blobPrefixes(db, organizationId) {
    const rows = await db
      .selectFrom('model_packages')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute();
    const batches = await batchBlobPrefixes(db, organizationId);
    return [storedRequestsFolder(organizationId), ...rows.map(({ id }) => packageBlobs(id)), ...batches];
  },
};
