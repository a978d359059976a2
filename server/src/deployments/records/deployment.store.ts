import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type {
  DeploymentModelRow,
  DeploymentRow,
  ModelPackageRow,
  PredictionEnvironmentRow,
} from '../deployments.tables.ts';

type Change = Omit<Updateable<Tables['deployments']>, 'id' | 'organization_id' | 'revision'>;

export const deploymentStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<DeploymentRow | undefined> =>
    db
      .selectFrom('deployments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  byIds: (organizationId: string, ids: readonly string[]): Promise<DeploymentRow[]> =>
    db
      .selectFrom('deployments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .where('deleted_at', 'is', null)
      .execute(),

  /** Held until the transaction ends: changes to one deployment are made one after the other. */
  lock: (organizationId: string, id: string): Promise<DeploymentRow | undefined> =>
    db
      .selectFrom('deployments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),

  insert: (row: Insertable<Tables['deployments']>): Promise<DeploymentRow> =>
    db.insertInto('deployments').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (organizationId: string, id: string, change: Change) =>
    db
      .updateTable('deployments')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute(),

  packages: (organizationId: string, ids: readonly string[]): Promise<ModelPackageRow[]> =>
    db
      .selectFrom('model_packages')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute(),

  environments: (organizationId: string, ids: readonly string[]): Promise<PredictionEnvironmentRow[]> =>
    db
      .selectFrom('prediction_environments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute(),
});

/** For jobs of the platform: of any organization, unless it was deleted. */
export const anyDeployment = (db: Queries, id: string): Promise<DeploymentRow | undefined> =>
  db.selectFrom('deployments').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** What processes that hold deployments in memory listen to; the message is the id of one. */
export const DEPLOYMENTS_CHANNEL = 'almanac_deployments';

/** Call this in every transaction that changes a deployment: what others hold in memory is then older than the row. */
export async function deploymentChanged(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE deployments SET revision = revision + 1 WHERE id = ${id}`.execute(tx);
  await sql`SELECT pg_notify(${DEPLOYMENTS_CHANNEL}, ${id})`.execute(tx);
}

interface NewChampion {
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
