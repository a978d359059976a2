import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { containing } from './version-filter.store.ts';

export interface AssociatedRow {
  readonly id: string;
  readonly label: string;
  readonly status: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly package_id: string;
  readonly version: number;
  readonly current: boolean;
  readonly challenger: boolean;
  readonly first_at: Date;
  readonly first_by: string;
  readonly environment_id: string;
  readonly environment_name: string;
  readonly platform: string;
  readonly supported_model_formats: string[];
  readonly managed_by: string;
}

export interface AssociatedWindow {
  readonly offset: number;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly sortKey?: 'createdAt' | 'label' | undefined;
  readonly sortDirection?: 'asc' | 'desc' | undefined;
}

/** Deployments that have, had or compare with versions of a registered model; once for each such version. */
export async function associatedDeployments(
  db: Queries,
  organizationId: string,
  of: { readonly modelId: string; readonly versionId?: string | undefined },
  visible: ReturnType<typeof visibleTo>,
  asked: AssociatedWindow,
): Promise<{ rows: AssociatedRow[]; total: number }> {
  const champions = db
    .selectFrom('deployment_models as m')
    .select(({ fn }) => ['m.deployment_id', 'm.package_id', fn.min('m.deployed_at').as('first_at')])
    .select([
      sql<string>`(array_agg(m.deployed_by ORDER BY m.deployed_at))[1]`.as('first_by'),
      sql<boolean>`false`.as('challenger'),
    ])
    .groupBy(['m.deployment_id', 'm.package_id']);
  const challengers = db
    .selectFrom('challengers as c')
    .select(({ fn }) => ['c.deployment_id', 'c.package_id', fn.min('c.created_at').as('first_at')])
    .select([
      sql<string>`(array_agg(c.created_by ORDER BY c.created_at))[1]`.as('first_by'),
      sql<boolean>`true`.as('challenger'),
    ])
    .groupBy(['c.deployment_id', 'c.package_id']);
  let mine = db
    .selectFrom(champions.unionAll(challengers).as('uses'))
    .innerJoin('model_packages as p', 'p.id', 'uses.package_id')
    .innerJoin('deployments as d', 'd.id', 'uses.deployment_id')
    .innerJoin('prediction_environments as e', 'e.id', 'd.environment_id')
    .where('p.registered_model_id', '=', of.modelId)
    .where('d.organization_id', '=', organizationId)
    .where('d.deleted_at', 'is', null)
    .where('d.id', 'in', visible);
  if (of.versionId !== undefined) mine = mine.where('p.id', '=', of.versionId);
  if (asked.search !== undefined) mine = mine.where('d.label', 'ilike', containing(asked.search));
  const ordered = mine
    .select(['d.id', 'd.label', 'd.status', 'd.created_by', 'd.created_at', 'uses.package_id', 'p.version'])
    .select(['uses.challenger', 'uses.first_at', 'uses.first_by', 'd.environment_id', 'e.name as environment_name'])
    .select(['e.platform', 'e.supported_model_formats', 'e.managed_by'])
    .select(sql<boolean>`d.package_id = uses.package_id AND NOT uses.challenger`.as('current'))
    .orderBy(asked.sortKey === 'label' ? 'd.label' : 'd.created_at', asked.sortDirection ?? 'desc')
    .orderBy('d.id')
    .orderBy('p.version', 'desc')
    .offset(asked.offset);
  const rows = await (asked.limit === 0 ? ordered : ordered.limit(asked.limit)).execute();
  const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
