import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { DeploymentRow, ModelPackageRow, PredictionEnvironmentRow } from '../deployments.tables.ts';

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

/** For work that belongs to nobody: whichever organization it is of, unless it was deleted. */
export const anyDeployment = (db: Queries, id: string): Promise<DeploymentRow | undefined> =>
  db.selectFrom('deployments').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** What processes that hold deployments in memory listen to; the message is the id of one. */
export const DEPLOYMENTS_CHANNEL = 'almanac_deployments';

/** Call this in every transaction that changes a deployment: what others hold in memory is then older than the row. */
export async function deploymentChanged(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE deployments SET revision = revision + 1 WHERE id = ${id}`.execute(tx);
  await sql`SELECT pg_notify(${DEPLOYMENTS_CHANNEL}, ${id})`.execute(tx);
}
