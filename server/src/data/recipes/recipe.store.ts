import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { readOrder } from '#platform/http/page.ts';
import type { RecipeQuery } from './recipe.schema.ts';
import type { RecipeRow } from './recipes.tables.ts';

interface Named {
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** A recipe with the people behind it. */
export type RecipeRecord = RecipeRow & { readonly creator: Named; readonly changer: Named };

type Content = Partial<Omit<RecipeRow, 'id' | 'organization_id'>>;

const ORDER = {
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
} as const;

const JSON_COLUMNS = ['inputs', 'operations', 'downsampling', 'settings'] as const;

/** JSON columns as text: the driver would write an array as PostgreSQL's own kind of array. */
function asStored(row: Content) {
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
    lock: (organizationId: string, id: string) =>
      findRow(db, 'recipes', { organization_id: organizationId, id }, { lock: true }),

    /** `visible` limits the list to what the caller may see. */
    async page(
      organizationId: string,
      visible: SelectQueryBuilder<Tables, never, { resource_id: string }>,
      query: z.output<typeof RecipeQuery>,
    ) {
      let mine = of(organizationId).where('recipes.id', 'in', visible as never);
      const { search, dialect, status, recipeType, creatorUserId, creatorUsername } = query;
      if (search !== undefined) mine = mine.where(sql<boolean>`strpos(lower(recipes.name), lower(${search})) > 0`);
      if (dialect) mine = mine.where('recipes.dialect', 'in', dialect);
      if (status) mine = mine.where('recipes.status', 'in', status as never);
      if (recipeType) mine = mine.where('recipes.recipe_type', 'in', recipeType as never);
      if (creatorUserId) mine = mine.where('recipes.created_by', 'in', creatorUserId);
      if (creatorUsername) {
        const keys = creatorUsername.map((name) => name.toLowerCase());
        mine = mine.where('creator.username_key' as never, 'in', keys as never);
      }
      const { field, direction } = readOrder(query.orderBy);
      const sorted = withPeople(mine).orderBy(sql.raw(ORDER[field]), direction).orderBy('recipes.id', direction);
      const { rows, total } = await pageOfRows(sorted, query);
      return { rows: rows as RecipeRecord[], total };
    },

    insert: (row: RecipeRow) => db.insertInto('recipes').values(asStored(row)).execute(),

    change: (id: string, change: Content) =>
      db.updateTable('recipes').set(asStored(change)).where('id', '=', id).execute(),

    /** How a run of exactly this content went; nothing when it was changed meanwhile. */
    note: (ran: Pick<RecipeRow, 'id' | 'updated_at'>, message: string | null, operation: number | null) =>
      updateRows(
        db,
        'recipes',
        { id: ran.id, updated_at: ran.updated_at },
        { error_message: message, failed_operation: operation },
      ),

    /** Whoever published it has said so already; when it was made is not when it was changed. */
    markPublished: (id: string) =>
      updateRows(db, 'recipes', { id }, { status: 'published', error_message: null, failed_operation: null }),

    delete: (id: string) => deleteRows(db, 'recipes', { id }),
  };
}
