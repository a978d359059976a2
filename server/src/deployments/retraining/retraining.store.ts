import { type Insertable, sql, type Updateable } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import type { PolicyRow, RunRow } from './retraining.tables.ts';

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

type Change = Omit<Updateable<Tables['retraining_runs']>, 'id' | 'organization_id' | 'policy_id'>;

export const runStore = (db: Queries) => ({
  async page(organizationId: string, policyId: string, window: { readonly offset: number; readonly limit: number }) {
    const all = db
      .selectFrom('retraining_runs')
      .where('organization_id', '=', organizationId)
      .where('policy_id', '=', policyId);
    const rows = await all
      .selectAll()
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  latest: (organizationId: string, policyId: string): Promise<RunRow | undefined> =>
    db
      .selectFrom('retraining_runs')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('policy_id', '=', policyId)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  byId: (organizationId: string, id: string): Promise<RunRow | undefined> =>
    db
      .selectFrom('retraining_runs')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (row: Insertable<Tables['retraining_runs']>): Promise<RunRow> =>
    db.insertInto('retraining_runs').values(row).returningAll().executeTakeFirstOrThrow(),

  /** Only while it has not ended: a cancelled run stays cancelled. */
  async change(organizationId: string, id: string, change: Change): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('retraining_runs')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  /** One process at a time moves a run on; one that died is followed after the lease. By the database's clock. */
  async claim(organizationId: string, id: string, seconds: number): Promise<RunRow | undefined> {
    return db
      .updateTable('retraining_runs')
      .set({ claimed_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
      .returningAll()
      .executeTakeFirst();
  },

  renew: (organizationId: string, id: string, seconds: number) =>
    db
      .updateTable('retraining_runs')
      .set({ claimed_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute(),

  release: (organizationId: string, id: string) =>
    db
      .updateTable('retraining_runs')
      .set({ claimed_until: null })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute(),
});

export async function getPolicyOrThrow(ctx: Ctx, deploymentId: string, id: string): Promise<PolicyRow> {
  const row = await policyStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row?.deployment_id === deploymentId ? row : refuse(RetrainingProblems.noSuchPolicy, id, deploymentId);
}
