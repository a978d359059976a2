import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { RecipeOrder } from './recipe.schema.ts';
import type { RecipeRow } from './recipes.tables.ts';

interface Named {
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** A recipe with the people behind it. */
export type RecipeRecord = RecipeRow & { readonly creator: Named; readonly changer: Named };

export interface RecipeFilter {
  readonly search?: string | undefined;
  readonly dialect?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly recipeType?: readonly string[] | undefined;
  readonly creatorUserId?: readonly string[] | undefined;
  readonly creatorUsername?: readonly string[] | undefined;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly orderBy: RecipeOrder;
}

type Content = Pick<
  RecipeRow,
  | 'name'
  | 'description'
  | 'status'
  | 'recipe_type'
  | 'inputs'
  | 'operations'
  | 'downsampling'
  | 'settings'
  | 'sql'
  | 'error_message'
  | 'failed_operation'
  | 'updated_by'
  | 'updated_at'
>;

const ORDER: Readonly<Record<string, string>> = {
  recipeId: 'recipes.id',
  name: 'lower(recipes.name)',
  description: 'lower(recipes.description)',
  dialect: 'recipes.dialect',
  status: 'recipes.status',
  recipeType: 'recipes.recipe_type',
  createdAt: 'recipes.created_at',
  createdBy: 'creator.username_key',
  updatedAt: 'recipes.updated_at',
  updatedBy: 'changer.username_key',
};

const JSON_COLUMNS = ['inputs', 'operations', 'downsampling', 'settings'] as const;

/** JSON columns as text: the driver would write an array as PostgreSQL's own kind of array. */
function asStored<Row extends Partial<Content>>(row: Row) {
  const stored: Record<string, unknown> = { ...row };
  for (const name of JSON_COLUMNS) {
    const value = row[name];
    if (value !== undefined && value !== null) stored[name] = JSON.stringify(value);
  }
  return stored as never;
}

type Joined = Tables & { creator: Tables['users']; changer: Tables['users'] };

const withPeople = <Out>(query: SelectQueryBuilder<Joined, 'recipes' | 'creator' | 'changer', Out>) =>
  query.selectAll('recipes').select([
    sql<Named>`json_build_object('username', creator.username, 'email', creator.email,
      'first_name', creator.first_name, 'last_name', creator.last_name)`.as('creator'),
    sql<Named>`json_build_object('username', changer.username, 'email', changer.email,
      'first_name', changer.first_name, 'last_name', changer.last_name)`.as('changer'),
  ]);

export function recipeStore(db: Queries) {
  const of = (organizationId: string) =>
    db
      .selectFrom('recipes')
      .innerJoin('users as creator', 'creator.id', 'recipes.created_by')
      .innerJoin('users as changer', 'changer.id', 'recipes.updated_by')
      .where('recipes.organization_id', '=', organizationId) as unknown as SelectQueryBuilder<
      Joined,
      'recipes' | 'creator' | 'changer',
      object
    >;

  return {
    byId: (organizationId: string, id: string): Promise<RecipeRecord | undefined> =>
      withPeople(of(organizationId)).where('recipes.id', '=', id).executeTakeFirst() as Promise<
        RecipeRecord | undefined
      >,

    /** Nobody else changes it before this transaction ends. */
    lock: (organizationId: string, id: string): Promise<RecipeRow | undefined> =>
      db
        .selectFrom('recipes')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),

    /** `visible` limits the list to what the caller may see. */
    async page(
      organizationId: string,
      visible: SelectQueryBuilder<Tables, never, { resource_id: string }>,
      filter: RecipeFilter,
      window: Window,
    ) {
      let mine = of(organizationId).where('recipes.id', 'in', visible as never);
      const { search, dialect, status, recipeType, creatorUserId, creatorUsername } = filter;
      if (search !== undefined) mine = mine.where(sql`strpos(lower(recipes.name), lower(${search}))`, '>', sql.lit(0));
      if (dialect) mine = mine.where('recipes.dialect', 'in', dialect);
      if (status) mine = mine.where('recipes.status', 'in', status as never);
      if (recipeType) mine = mine.where('recipes.recipe_type', 'in', recipeType as never);
      if (creatorUserId) mine = mine.where('recipes.created_by', 'in', creatorUserId);
      if (creatorUsername) {
        const keys = creatorUsername.map((name) => name.toLowerCase());
        mine = mine.where('creator.username_key' as never, 'in', keys as never);
      }
      const column = ORDER[window.orderBy.replace(/^-/, '')] ?? 'recipes.created_at';
      const direction = window.orderBy.startsWith('-') ? 'desc' : 'asc';
      const rows = (await withPeople(mine)
        .orderBy(sql.raw(column), direction)
        .orderBy('recipes.id', direction)
        .offset(window.offset)
        .limit(window.limit)
        .execute()) as RecipeRecord[];
      const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { rows, total };
    },

    insert: (row: RecipeRow) => db.insertInto('recipes').values(asStored(row)).execute(),

    change: (id: string, change: Partial<Content>) =>
      db.updateTable('recipes').set(asStored(change)).where('id', '=', id).execute(),

    /** How a run of exactly this content went; nothing when it was changed meanwhile. */
    note: (ran: Pick<RecipeRow, 'id' | 'updated_at'>, message: string | null, operation: number | null) =>
      db
        .updateTable('recipes')
        .set({ error_message: message, failed_operation: operation })
        .where('id', '=', ran.id)
        .where('updated_at', '=', ran.updated_at)
        .execute(),

    /** Whoever published it has said so already; when it was made is not when it was changed. */
    markPublished: (id: string) =>
      db
        .updateTable('recipes')
        .set({ status: 'published', error_message: null, failed_operation: null })
        .where('id', '=', id)
        .execute(),

    delete: (id: string) => db.deleteFrom('recipes').where('id', '=', id).execute(),
  };
}
