import type { Eraser } from '#accounts';
import { packageBlobs } from './bundle.ts';
import { keptRequestsFolder } from './challengers/kept-requests.ts';
import './deployments.tables.ts';

/** What goes with an organization besides its rows: the models of its versions, and requests kept for challengers. */
export const deploymentsEraser: Eraser = {
  counted: { deployments: 'deployments', registeredModels: 'registered_models', modelPackages: 'model_packages' },
  async blobPrefixes(db, organizationId) {
    const rows = await db
      .selectFrom('model_packages')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute();
    return [keptRequestsFolder(organizationId), ...rows.map(({ id }) => packageBlobs(id))];
  },
};
