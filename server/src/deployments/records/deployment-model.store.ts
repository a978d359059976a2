import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { DeploymentModelRow } from '../deployments.tables.ts';

export interface NewChampion {
  readonly deploymentId: string;
  readonly packageId: string;
  readonly modelId: string;
  readonly reason: string | null;
  readonly by: string;
  readonly at: Date;
}

/** Which model answered when. The caller holds the deployment. */
export const deploymentModelStore = (db: Queries) => ({
  async put({ deploymentId, packageId, modelId, reason, by, at }: NewChampion): Promise<void> {
    await db
      .updateTable('deployment_models')
      .set({ replaced_at: at })
      .where('deployment_id', '=', deploymentId)
      .where('replaced_at', 'is', null)
      .execute();
    await db
      .insertInto('deployment_models')
      .values({
        deployment_id: deploymentId,
        number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM deployment_models WHERE deployment_id = ${deploymentId})`,
        package_id: packageId,
        model_id: modelId,
        reason,
        deployed_by: by,
        deployed_at: at,
      })
      .execute();
  },

  /** The newest first. */
  history: (deploymentId: string): Promise<DeploymentModelRow[]> =>
    db
      .selectFrom('deployment_models')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .orderBy('number', 'desc')
      .execute(),

  /** When the model of today came, by deployment. */
  async deployedAt(deploymentIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await db
      .selectFrom('deployment_models')
      .select(['deployment_id', 'deployed_at'])
      .where('deployment_id', '=', sql<string>`any(${[...deploymentIds]}::text[])`)
      .where('replaced_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.deployment_id, row.deployed_at]));
  },
});
