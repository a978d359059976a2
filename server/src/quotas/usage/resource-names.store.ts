import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { consumerKey } from '../quota.rules.ts';
import type { QuotaRecord, VisibleQuotas } from '../quota.store.ts';

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
