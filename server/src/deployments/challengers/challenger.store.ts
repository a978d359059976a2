import type { Insertable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ChallengerRow, DeploymentRow } from '../deployments.tables.ts';

export const MOST_CHALLENGERS = 5;

export const challengerStore = (db: Queries) => ({
  list: (organization_id: string, deployment_id: string) =>
    findRows(db, 'challengers', { organization_id, deployment_id }, { orderBy: ['created_at', 'id'] }),
  byId: (organization_id: string, deployment_id: string, id: string) =>
    findRow(db, 'challengers', { organization_id, deployment_id, id }),
  insert: (row: Insertable<Tables['challengers']>) => db.insertInto('challengers').values(row).execute(),
  change: (organization_id: string, id: string, change: Parameters<typeof updateRows<'challengers'>>[3]) =>
    updateRows(db, 'challengers', { organization_id, id }, change),
  remove: (organization_id: string, id: string) => deleteRows(db, 'challengers', { organization_id, id }),
});

/** Models that are compared with the one that answers. */
export const challengersOfDeployment = (
  db: Queries,
  { organization_id, id }: DeploymentRow,
): Promise<ChallengerRow[]> => challengerStore(db).list(organization_id, id);
