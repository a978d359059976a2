import type { Insertable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ChallengerRow, DeploymentRow } from '../deployments.tables.ts';

export const MOST_CHALLENGERS = 5;

export const challengerStore = (db: Queries) => ({
  list: (organizationId: string, deploymentId: string): Promise<ChallengerRow[]> =>
    db
      .selectFrom('challengers')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byId: (organizationId: string, deploymentId: string, id: string): Promise<ChallengerRow | undefined> =>
    db
      .selectFrom('challengers')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (row: Insertable<Tables['challengers']>) => db.insertInto('challengers').values(row).execute(),

  change: (organizationId: string, id: string, change: Partial<Pick<ChallengerRow, 'name' | 'environment_id'>>) =>
    db
      .updateTable('challengers')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute(),

  remove: (organizationId: string, id: string) =>
    db.deleteFrom('challengers').where('organization_id', '=', organizationId).where('id', '=', id).execute(),
});

/** Models that are compared with the one that answers. */
export const challengersOfDeployment = (
  db: Queries,
  { organization_id, id }: Pick<DeploymentRow, 'organization_id' | 'id'>,
): Promise<ChallengerRow[]> => challengerStore(db).list(organization_id, id);
