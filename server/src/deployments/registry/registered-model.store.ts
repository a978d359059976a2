import { type Insertable, sql } from 'kysely';
import type { z } from 'zod';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import type { RegisteredModelRow } from '../deployments.tables.ts';
import { allAtZero, containing } from '../listing.ts';
import { RegistryProblems } from './registry.problems.ts';
import type { AssociatedQuery, RegisteredModelQuery } from './registry.schema.ts';
import { type VersionFilter, versionConditions } from './version-filter.store.ts';

async function orNameTaken<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'registered_models_name') {
      refuse(RegistryProblems.nameTaken, name);
    }
    throw error;
  }
}

const SORTED_BY = { createdAt: 'created_at', modifiedAt: 'modified_at', name: 'name' } as const;

export const registeredModelStore = (db: Queries) => ({
  byId: (organization_id: string, id: string) => findRow(db, 'registered_models', { organization_id, id }),

  /** One this person made: names are unique per person. */
  byName: (organizationId: string, createdBy: string, name: string): Promise<RegisteredModelRow | undefined> =>
    db
      .selectFrom('registered_models')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('created_by', '=', createdBy)
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .where('is_archived', '=', false)
      .executeTakeFirst(),

  /** Newest first unless asked otherwise. `versions`: those with at least one version like that. */
  page(
    organizationId: string,
    visible: ReturnType<typeof visibleTo>,
    versions: VersionFilter | undefined,
    asked: z.output<typeof RegisteredModelQuery>,
  ) {
    let mine = db
      .selectFrom('registered_models')
      .selectAll()
      .where('registered_models.organization_id', '=', organizationId)
      .where('registered_models.is_archived', '=', false)
      .where(({ or, eb }) => or([eb('is_global', '=', true), eb('registered_models.id', 'in', visible)]));
    if (versions !== undefined) {
      const holding = db
        .selectFrom('model_packages')
        .select('registered_model_id')
        .where('is_archived', '=', false)
        .where('organization_id', '=', organizationId)
        .where((eb) => versionConditions(eb, versions));
      mine = mine.where('registered_models.id', 'in', holding);
    }
    if (asked.search !== undefined) {
      const pattern = containing(asked.search);
      mine = mine.where(({ or, eb }) =>
        or([
          eb('registered_models.name', 'ilike', pattern),
          eb('registered_models.description', 'ilike', pattern),
          eb('target_name', 'ilike', pattern),
        ]),
      );
    }
    if (asked.isGlobal !== undefined) mine = mine.where('is_global', '=', asked.isGlobal);
    if (asked.createdAtStartTs) mine = mine.where('created_at', '>=', asked.createdAtStartTs);
    if (asked.createdAtEndTs) mine = mine.where('created_at', '<', asked.createdAtEndTs);
    if (asked.modifiedAtStartTs) mine = mine.where('modified_at', '>=', asked.modifiedAtStartTs);
    if (asked.modifiedAtEndTs) mine = mine.where('modified_at', '<', asked.modifiedAtEndTs);
    if (asked.createdBy !== undefined) {
      const who = asked.createdBy;
      const people = db
        .selectFrom('users')
        .select('users.id')
        .where('users.organization_id', '=', organizationId)
        .where(({ or, eb }) => or([eb('email', '=', who), eb('username', '=', who), eb('users.id', '=', who)]));
      mine = mine.where('created_by', 'in', people);
    }
    const ordered = mine
      .orderBy(SORTED_BY[asked.sortKey ?? 'createdAt'], asked.sortDirection ?? (asked.sortKey ? 'asc' : 'desc'))
      .orderBy('registered_models.id', 'desc');
    return pageOfRows(ordered, allAtZero(asked));
  },

  insert: (row: Insertable<Tables['registered_models']>): Promise<RegisteredModelRow> =>
    orNameTaken(db.insertInto('registered_models').values(row).returningAll().executeTakeFirstOrThrow(), row.name),

  change: (id: string, change: Parameters<typeof updateRows<'registered_models'>>[3]) =>
    orNameTaken(updateRows(db, 'registered_models', { id }, change), String(change.name ?? '')),

  /** The number of the next version. Concurrent callers wait until this transaction has ended. */
  async nextVersion(id: string, userId: string, now: Date): Promise<number> {
    const { last_version } = await db
      .updateTable('registered_models')
      .set(({ eb }) => ({ last_version: eb('last_version', '+', 1), modified_by: userId, modified_at: now }))
      .where('id', '=', id)
      .returning('last_version')
      .executeTakeFirstOrThrow();
    return last_version;
  },
});

/** Deployments that have, had or compare with versions of a registered model; once for each such version. */
export async function associatedDeployments(
  db: Queries,
  organizationId: string,
  of: { readonly modelId: string; readonly versionId?: string | undefined },
  visible: ReturnType<typeof visibleTo>,
  asked: z.output<typeof AssociatedQuery>,
) {
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
    .orderBy('p.version', 'desc');
  return pageOfRows(ordered, allAtZero(asked));
}

export type AssociatedRow = Awaited<ReturnType<typeof associatedDeployments>>['rows'][number];
