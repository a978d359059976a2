import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow, findRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { DeploymentModelRow, DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';

/** What processes that hold deployments in memory listen to; the message is the id of one. */
export const DEPLOYMENTS_CHANNEL = 'almanac_deployments';

type Columns = Omit<Updateable<Tables['deployments']>, 'id' | 'organization_id' | 'revision'>;
export type DeploymentColumns = { readonly [Column in keyof Columns]?: Columns[Column] | undefined };

export const deploymentStore = (db: Queries) => ({
  byId: (organization_id: string, id: string) => findRow(db, 'deployments', { organization_id, id, deleted_at: null }),
  byIds: (organization_id: string, ids: readonly string[]) =>
    findRows(db, 'deployments', { organization_id, id: ids, deleted_at: null }),

  /** Held until the transaction ends: changes to one deployment are made one after the other. */
  lock: (organization_id: string, id: string) =>
    findRow(db, 'deployments', { organization_id, id, deleted_at: null }, { lock: true }),

  insert: (row: Insertable<Tables['deployments']>): Promise<DeploymentRow> =>
    db.insertInto('deployments').values(row).returningAll().executeTakeFirstOrThrow(),

  /** Processes that hold the deployment in memory drop it: the row they read is older. */
  async change(organization_id: string, id: string, change: DeploymentColumns): Promise<void> {
    const revision = sql<string>`revision + 1`;
    await updateRows(db, 'deployments', { organization_id, id }, { ...change, revision });
    await sql`SELECT pg_notify(${DEPLOYMENTS_CHANNEL}, ${id})`.execute(db);
  },

  packages: (organization_id: string, ids: readonly string[]) =>
    findRows(db, 'model_packages', { organization_id, id: ids }),
  environments: (organization_id: string, ids: readonly string[]) =>
    findRows(db, 'prediction_environments', { organization_id, id: ids }),
});

/** For jobs of the platform: of any organization, unless it was deleted. */
export const anyDeployment = (db: Queries, id: string): Promise<DeploymentRow | undefined> =>
  findRow(db, 'deployments', { id, deleted_at: null });

interface Replacement {
  readonly reason: string | null;
  readonly by: string;
  readonly at: Date;
}

/** Which model answered when. The caller holds the deployment. */
export const deploymentModelStore = (db: Queries) => ({
  async put(deploymentId: string, next: ModelPackageRow, { reason, by, at }: Replacement): Promise<void> {
    await updateRows(db, 'deployment_models', { deployment_id: deploymentId, replaced_at: null }, { replaced_at: at });
    await db
      .insertInto('deployment_models')
      .values({
        deployment_id: deploymentId,
        number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM deployment_models WHERE deployment_id = ${deploymentId})`,
        package_id: next.id,
        model_id: next.model_id,
        reason,
        deployed_by: by,
        deployed_at: at,
      })
      .execute();
  },

  /** The newest first. */
  history: async (deployment_id: string): Promise<DeploymentModelRow[]> =>
    (await findRows(db, 'deployment_models', { deployment_id }, { orderBy: ['number'] })).reverse(),

  /** When the model of today came, by deployment. */
  async deployedAt(deploymentIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await findRows(db, 'deployment_models', { deployment_id: deploymentIds, replaced_at: null });
    return new Map(rows.map((row) => [row.deployment_id, row.deployed_at]));
  },
});
