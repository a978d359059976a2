import { type Generated, type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import { USE_CASE, type UseCaseEntity, type visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';

interface UseCaseTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    use_cases: UseCaseTable;
  }
}

type UseCaseRow = Selectable<UseCaseTable>;

export interface OrderedWindow {
  readonly offset: number;
  readonly limit: number;
  readonly orderBy: string;
}

interface UseCaseFilter {
  readonly search?: string | undefined;
  readonly createdBy?: string | undefined;
  /** Shared with the whole organization. */
  readonly sharedWithAll?: boolean | undefined;
  /** Holds this thing. */
  readonly holds?: { readonly type: string; readonly id: string } | undefined;
}

export type CountedUseCase = UseCaseRow & { readonly counts: Readonly<Record<string, number>> };

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'use_cases.id',
  name: 'lower(use_cases.name)',
  description: 'lower(use_cases.description)',
  createdAt: 'use_cases.created_at',
  createdBy: 'use_cases.created_by',
  updatedAt: 'use_cases.updated_at',
  updatedBy: 'use_cases.updated_by',
};

/** How many things of a kind, not counting deleted ones, lie in the use case of the row. */
const countOf = (db: Queries, { kind, rows }: UseCaseEntity) =>
  db
    .selectFrom('containments')
    .innerJoin(rows(db).as('things'), 'things.id', 'containments.resource_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('containments.container_type', '=', USE_CASE.type)
    .whereRef('containments.container_id', '=', 'use_cases.id' as never)
    .where('containments.resource_type', '=', kind.type)
    .where('things.deleted', '=', false);

export const useCaseStore = (db: Queries, entities: readonly UseCaseEntity[]) => {
  const counts = sql<Record<string, number>>`jsonb_build_object(${sql.join(
    entities.flatMap((entity) => [sql.lit(entity.collection), countOf(db, entity)]),
  )})`.as('counts');
  const ordered = (orderBy: string) => {
    const field = orderBy.replace(/^-/, '');
    const direction = sql.raw(orderBy.startsWith('-') ? 'DESC' : 'ASC');
    const entity = entities.find(({ collection }) => `${collection}Count` === field);
    if (entity) return sql`${countOf(db, entity)} ${direction}`;
    return sql`${sql.raw(COLUMNS[field] ?? 'use_cases.id')} ${direction}`;
  };
  const counted = <Out>(query: SelectQueryBuilder<Tables, 'use_cases', Out>) =>
    query.selectAll('use_cases').select(counts).$castTo<CountedUseCase>();

  return {
    byId: (organizationId: string, id: string): Promise<CountedUseCase | undefined> =>
      counted(db.selectFrom('use_cases'))
        .where('use_cases.id', '=', id)
        .where('use_cases.organization_id', '=', organizationId)
        .executeTakeFirst(),

    page(
      organizationId: string,
      visible: ReturnType<typeof visibleTo>,
      { search, createdBy, sharedWithAll, holds }: UseCaseFilter,
      window: OrderedWindow,
    ) {
      let mine = db
        .selectFrom('use_cases')
        .where('use_cases.organization_id', '=', organizationId)
        .where('use_cases.id', 'in', visible);
      if (search) mine = mine.where(sql`strpos(lower(use_cases.name), lower(${search}))`, '>', sql.lit(0));
      if (createdBy) mine = mine.where('use_cases.created_by', '=', createdBy);
      if (sharedWithAll) {
        mine = mine.where(
          'use_cases.id',
          'in',
          db
            .selectFrom('grants')
            .select('resource_id')
            .where('grants.organization_id', '=', organizationId)
            .where('resource_type', '=', USE_CASE.type)
            .where('user_id', 'is', null)
            .where('group_id', 'is', null),
        );
      }
      if (holds) {
        mine = mine.where(
          'use_cases.id',
          'in',
          db
            .selectFrom('containments')
            .select('container_id')
            .where('containments.organization_id', '=', organizationId)
            .where('container_type', '=', USE_CASE.type)
            .where('resource_type', '=', holds.type)
            .where('resource_id', '=', holds.id),
        );
      }
      return pageOfRows(counted(mine).orderBy(ordered(window.orderBy)).orderBy('use_cases.id'), window);
    },

    insert: (row: UseCaseRow) => db.insertInto('use_cases').values(row).execute(),

    change: (organizationId: string, id: string, change: Updateable<UseCaseTable>) =>
      updateRows(db, 'use_cases', { id, organization_id: organizationId }, change),

    delete: (organizationId: string, id: string) =>
      deleteRows(db, 'use_cases', { id, organization_id: organizationId }),

    /** Models on the leaderboards of the projects inside. */
    async models(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('containments')
        .innerJoin('models', 'models.project_id', 'containments.resource_id')
        .select(({ fn }) => ['containments.container_id', fn.countAll<number>().as('n')])
        .where('containments.organization_id', '=', organizationId)
        .where('containments.container_type', '=', USE_CASE.type)
        .where('containments.resource_type', '=', 'project')
        .where('containments.container_id', 'in', ids.length > 0 ? [...ids] : [''])
        .where('models.status', '=', 'ready')
        .groupBy('containments.container_id')
        .execute();
      return new Map(rows.map(({ container_id, n }) => [container_id, n]));
    },
  };
};

type PersonRow = Pick<Selectable<Tables['users']>, 'id' | 'username' | 'email' | 'first_name' | 'last_name'>;

/** As use cases name people. */
export const toPerson = (id: string, row: PersonRow | undefined) => ({
  id,
  email: row?.email ?? null,
  fullName: [row?.first_name, row?.last_name].filter((part) => part).join(' ') || (row?.username ?? null),
  username: row?.username ?? null,
  userhash: null,
});

export const peopleStore = (db: Queries) => ({
  async byId(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'first_name', 'last_name'])
      .where('organization_id', '=', organizationId)
      .where('id', 'in', [...new Set(ids)])
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  },

  /** The people each use case is shared with by name, owners among them. */
  members: (organizationId: string, useCaseIds: readonly string[]) =>
    db
      .selectFrom('grants')
      .innerJoin('users', 'users.id', 'grants.user_id')
      .select(['grants.resource_id as use_case_id', 'grants.role', 'users.id', 'users.username'])
      .select(['users.email', 'users.first_name', 'users.last_name'])
      .where('grants.organization_id', '=', organizationId)
      .where('grants.resource_type', '=', USE_CASE.type)
      .where('grants.resource_id', 'in', useCaseIds.length > 0 ? [...useCaseIds] : [''])
      .orderBy('users.username_key')
      .execute(),
});
