import { type Insertable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { PolicyRow } from './retraining.tables.ts';

export const MOST_POLICIES = 5;

export const policyStore = (db: Queries) => ({
  list: (organizationId: string, deploymentId: string): Promise<PolicyRow[]> =>
    db
      .selectFrom('retraining_policies')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** Deployments with a policy of this trigger. */
  async awaiting(organizationId: string, trigger: string): Promise<string[]> {
    const rows = await db
      .selectFrom('retraining_policies')
      .innerJoin('deployments', 'deployments.id', 'retraining_policies.deployment_id')
      .select('deployment_id')
      .distinct()
      .where('retraining_policies.organization_id', '=', organizationId)
      .where('deployments.deleted_at', 'is', null)
      .where(sql`definition->'trigger'->>'type'`, '=', trigger)
      .execute();
    return rows.map(({ deployment_id }) => deployment_id);
  },

  byId: (organizationId: string, id: string): Promise<PolicyRow | undefined> =>
    db
      .selectFrom('retraining_policies')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (row: Insertable<Tables['retraining_policies']>): Promise<PolicyRow> =>
    db.insertInto('retraining_policies').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (
    organizationId: string,
    id: string,
    change: { name?: string; description?: string | null; definition?: string; updated_at: Date },
  ): Promise<PolicyRow> =>
    db
      .updateTable('retraining_policies')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  remove: (organizationId: string, id: string) =>
    db.deleteFrom('retraining_policies').where('organization_id', '=', organizationId).where('id', '=', id).execute(),
});
