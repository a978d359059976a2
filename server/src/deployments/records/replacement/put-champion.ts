import type { Tx } from '#platform/db/database.ts';
import type { DeploymentRow, DeploymentStatus, ModelPackageRow } from '../../deployments.tables.ts';
import { deploymentChanged, deploymentStore } from '../deployment.store.ts';
import { deploymentModelStore } from '../deployment-model.store.ts';

interface Champion {
  readonly next: ModelPackageRow;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
  /** What the deployment goes back to, where it was waiting. */
  readonly status?: DeploymentStatus;
}

/** From the commit on, whoever reads the deployment reads this model. The caller holds the row. */
export async function putChampion(
  tx: Tx,
  row: DeploymentRow,
  { next, reason, by, at, status }: Champion,
): Promise<void> {
  await deploymentStore(tx).change(row.organization_id, row.id, {
    package_id: next.id,
    updated_at: at,
    ...(status === undefined ? {} : { status }),
  });
  await deploymentModelStore(tx).put({
    deploymentId: row.id,
    packageId: next.id,
    modelId: next.model_id,
    reason,
    by,
    at,
  });
  await deploymentChanged(tx, row.id);
}
