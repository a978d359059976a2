import { type Insertable, sql, type Updateable } from 'kysely';
import type { Need } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Window } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { getDeploymentOrThrow } from '../records/get-deployment.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import type { PolicyRow, RunRow } from './retraining.tables.ts';

export const MOST_POLICIES = 5;

export const policyStore = (db: Queries) => ({
  list: (organization_id: string, deployment_id: string) =>
    findRows(db, 'retraining_policies', { organization_id, deployment_id }, { orderBy: ['created_at', 'id'] }),

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

  byId: (organization_id: string, id: string) => findRow(db, 'retraining_policies', { organization_id, id }),

  insert: (row: Insertable<Tables['retraining_policies']>): Promise<PolicyRow> =>
    db.insertInto('retraining_policies').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (organization_id: string, id: string, change: Parameters<typeof updateRows<'retraining_policies'>>[3]) =>
    updateRows(db, 'retraining_policies', { organization_id, id }, change),
  remove: (organization_id: string, id: string) => deleteRows(db, 'retraining_policies', { organization_id, id }),
});

type Change = Omit<Updateable<Tables['retraining_runs']>, 'id' | 'organization_id' | 'policy_id'>;

const leaseOf = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

export const runStore = (db: Queries) => {
  const newestFirst = (organizationId: string, policyId: string) =>
    db
      .selectFrom('retraining_runs')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('policy_id', '=', policyId)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc');
  return {
    page: (organizationId: string, policyId: string, window: Window) =>
      pageOfRows(newestFirst(organizationId, policyId), window),
    latest: (organizationId: string, policyId: string): Promise<RunRow | undefined> =>
      newestFirst(organizationId, policyId).limit(1).executeTakeFirst(),
    byId: (organization_id: string, id: string) => findRow(db, 'retraining_runs', { organization_id, id }),
    insert: (row: Insertable<Tables['retraining_runs']>): Promise<RunRow> =>
      db.insertInto('retraining_runs').values(row).returningAll().executeTakeFirstOrThrow(),

    /** Only while it has not ended: a cancelled run stays cancelled. */
    change: async (organization_id: string, id: string, change: Change): Promise<boolean> =>
      (await updateRows(db, 'retraining_runs', { organization_id, id, finished_at: null }, change)).length === 1,

    /** One process at a time moves a run on; one that died is followed after the lease. By the database's clock. */
    claim: (organizationId: string, id: string, seconds: number): Promise<RunRow | undefined> =>
      db
        .updateTable('retraining_runs')
        .set({ claimed_until: leaseOf(seconds) })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
        .returningAll()
        .executeTakeFirst(),
    renew: (organization_id: string, id: string, seconds: number) =>
      updateRows(db, 'retraining_runs', { organization_id, id }, { claimed_until: leaseOf(seconds) }),
    release: (organization_id: string, id: string) =>
      updateRows(db, 'retraining_runs', { organization_id, id }, { claimed_until: null }),
  };
};

/** The policy and its deployment, when the caller may do that much with it. */
export async function getPolicyOrThrow(ctx: Ctx, deploymentId: string, id: string, need: Need) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, need);
  const row = await policyStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  if (row?.deployment_id !== deploymentId) return refuse(RetrainingProblems.noSuchPolicy, id, deploymentId);
  return { deployment, policy: row };
}
