import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';

export interface UseFilter {
  readonly organizationId: string;
  /** Who asks: told their own use of what they may see, and everybody's of what they may change. */
  readonly userId: string;
  readonly may: { readonly see: ReturnType<typeof visibleTo>; readonly change: ReturnType<typeof visibleTo> };
  readonly from: Date;
  readonly to: Date;
  readonly offset: number;
  readonly limit: number;
}

/** Hours that touch the span, added up by deployment and caller, the busiest first. */
export async function usesOfDeployments(db: Queries, filter: UseFilter) {
  const touched = db
    .selectFrom('monitoring_service')
    .innerJoin('deployments', 'deployments.id', 'monitoring_service.deployment_id')
    .where('monitoring_service.organization_id', '=', filter.organizationId)
    .where(({ or, and, eb }) =>
      or([
        eb('monitoring_service.deployment_id', 'in', filter.may.change),
        and([
          eb('monitoring_service.consumer_id', '=', filter.userId),
          eb('monitoring_service.deployment_id', 'in', filter.may.see),
        ]),
      ]),
    )
    .where('hour', '>', new Date(filter.from.getTime() - 3_600_000))
    .where('hour', '<=', filter.to);
  const grouped = touched.groupBy(['deployment_id', 'deployments.label', 'consumer_id']);
  const rows = await grouped
    .select(['deployment_id', 'deployments.label', 'consumer_id'])
    .select(({ fn }) => [
      fn.max('consumer_name').as('consumer_name'),
      fn.sum<string>('requests').as('requests'),
      fn.sum<string>('predictions').as('predictions'),
      sql<string>`sum(user_errors + server_errors)`.as('errors'),
      fn.max('last_at').as('last_at'),
    ])
    .orderBy('requests', 'desc')
    .orderBy('deployment_id')
    .orderBy('consumer_id')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
  const pairs = grouped.select('deployment_id').as('pairs');
  const { total } = await db
    .selectFrom(pairs)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
