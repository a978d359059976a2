import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { consumerKey } from '../quota.rules.ts';
import type { QuotaRecord, QuotaRow, VisibleQuotas } from '../quota.store.ts';

type Limited = Pick<QuotaRecord, 'resource_type' | 'resource_id'>;

/**
 * What people call the things quotas are set for, by kind and id. What does not exist, and what the reader may not see,
 * has no name.
 */
export async function resourceNames(
  db: Queries,
  organizationId: string,
  visible: VisibleQuotas,
  resources: readonly Limited[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: Limited['resource_type']) =>
    sql<string[]>`${resources.filter((one) => one.resource_type === type).map((one) => one.resource_id)}::text[]`;
  const named = (type: Limited['resource_type']) => {
    const from = type === 'deployment' ? ('deployments' as const) : ('workloads' as const);
    const all = db
      .selectFrom(from)
      .select(['id', sql<string>`${sql.ref(type === 'deployment' ? 'label' : 'name')}`.as('name')])
      .where('organization_id', '=', organizationId)
      .where('id', '=', sql<string>`any(${idsOf(type)})`);
    return (visible.everything ? all : all.where('id', 'in', visible[from])).execute();
  };
  const [deployments, workloads] = [await named('deployment'), await named('workload')];
  return new Map([
    ...deployments.map(({ id, name }) => [consumerKey('deployment', id), name] as const),
    ...workloads.map(({ id, name }) => [consumerKey('workload', id), name] as const),
  ]);
}

interface SummedRow {
  readonly resource_type: QuotaRow['resource_type'];
  readonly resource_id: string;
  readonly user_id: string;
  readonly username: string | null;
  readonly deployment_id: string;
  readonly requests: string;
  readonly tokens: string;
  readonly refused: string;
  readonly would_refuse: string;
}

interface SummedFilter {
  readonly organizationId: string;
  /** Of these, what everybody used. */
  readonly quotaIds: readonly string[];
  /** Of these, what one person used. */
  readonly own: { readonly userId: string; readonly quotaIds: readonly string[] };
  readonly from: Date;
  readonly to: Date;
  readonly offset: number;
  readonly limit: number;
}

/** The hours that touch a span, added up by resource and caller, the most tokens and requests first. */
export async function summedUsage(db: Queries, filter: SummedFilter) {
  const { organizationId, quotaIds, own, from, to, offset, limit } = filter;
  const grouped = (columns: RawBuilder<unknown>) => sql`
    SELECT ${columns} FROM quota_usage u
    JOIN quotas q ON q.id = u.quota_id AND q.organization_id = ${organizationId}
    LEFT JOIN users p ON p.id = u.user_id AND p.organization_id = ${organizationId}
    WHERE (u.quota_id = any(${[...quotaIds]}::text[])
        OR u.quota_id = any(${[...own.quotaIds]}::text[]) AND u.user_id = ${own.userId})
      AND u.span = 'hour'
      AND u.starts_at > ${from}::timestamptz - interval '1 hour' AND u.starts_at <= ${to}
    GROUP BY q.resource_type, q.resource_id, u.user_id, p.username, u.deployment_id`;
  const sums = sql`q.resource_type, q.resource_id, u.user_id, p.username, u.deployment_id, sum(u.requests) AS requests,
    sum(u.tokens) AS tokens, sum(u.refused) AS refused, sum(u.would_refuse) AS would_refuse`;
  const { rows } = await sql<SummedRow>`
    ${grouped(sums)} ORDER BY tokens DESC, requests DESC, 2, 3, 5 OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ total: string }>`SELECT count(*) AS total FROM (${grouped(sql`1`)}) g`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

export const replayStore = (db: Queries) => ({
  /** The groups that users are in today: who was in which yesterday is not kept. */
  async groupsOf(organizationId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await db
      .selectFrom('group_members')
      .innerJoin('user_groups', 'user_groups.id', 'group_members.group_id')
      .select(['group_members.user_id', 'group_members.group_id'])
      .where('user_groups.organization_id', '=', organizationId)
      .where('group_members.user_id', 'in', [...userIds, ''])
      .execute();
    const groups = new Map<string, string[]>();
    for (const { user_id, group_id } of rows) groups.set(user_id, [...(groups.get(user_id) ?? []), group_id]);
    return groups;
  },
});
