import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Window } from '#platform/http/page.ts';
import { readOrder } from '#platform/http/page.ts';
import type { BlueprintRow } from '../genai.tables.ts';

export type NamedBlueprint = BlueprintRow & { readonly user_name: string | null };

const withUserName = <Out>(query: SelectQueryBuilder<Tables, 'genai_llm_blueprints', Out>) =>
  query
    .selectAll('genai_llm_blueprints')
    .select(
      sql<string | null>`(SELECT username FROM users WHERE users.id = genai_llm_blueprints.created_by)`.as('user_name'),
    )
    .$castTo<NamedBlueprint>();

const COLUMNS = {
  name: sql`lower(name)`,
  description: sql`lower(description)`,
  creationUserId: sql`created_by`,
  creationDate: sql`created_at`,
  lastUpdateUserId: sql`updated_by`,
  lastUpdateDate: sql`updated_at`,
  llmId: sql`llm_id`,
  vectorDatabaseId: sql`vector_database_id`,
} as const;

export interface BlueprintFilter {
  readonly playgroundId?: string | undefined;
  readonly llmIds?: readonly string[] | undefined;
  readonly vectorDatabaseIds?: readonly string[] | undefined;
  readonly creationUserIds?: readonly string[] | undefined;
  readonly isSaved?: boolean | undefined;
  readonly isStarred?: boolean | undefined;
}

type Sort = keyof typeof COLUMNS | `-${keyof typeof COLUMNS}`;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const asStored = <Row extends Pick<BlueprintRow, 'llm_settings' | 'vector_database_settings'>>(row: Row) => ({
  ...row,
  llm_settings: json(row.llm_settings),
  vector_database_settings: json(row.vector_database_settings),
});

export const blueprintStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<NamedBlueprint | undefined> =>
    withUserName(db.selectFrom('genai_llm_blueprints'))
      .where(matching({ id, organization_id: organizationId }))
      .executeTakeFirst(),

  page(
    organizationId: string,
    playgrounds: ReturnType<typeof visibleTo>,
    query: BlueprintFilter & Window & { readonly sort: Sort },
  ) {
    let mine = db
      .selectFrom('genai_llm_blueprints')
      .where('organization_id', '=', organizationId)
      .where('playground_id', 'in', playgrounds);
    const { playgroundId, llmIds, vectorDatabaseIds, creationUserIds, isSaved, isStarred } = query;
    if (playgroundId !== undefined) mine = mine.where('playground_id', '=', playgroundId);
    if (llmIds !== undefined) mine = mine.where('llm_id', 'in', llmIds);
    if (vectorDatabaseIds !== undefined) mine = mine.where('vector_database_id', 'in', vectorDatabaseIds);
    if (creationUserIds !== undefined) mine = mine.where('created_by', 'in', creationUserIds);
    if (isSaved !== undefined) mine = mine.where('is_saved', '=', isSaved);
    if (isStarred !== undefined) mine = mine.where('is_starred', '=', isStarred);
    const { field, direction } = readOrder(query.sort);
    return pageOfRows(withUserName(mine).orderBy(COLUMNS[field], direction).orderBy('id'), query);
  },

  insert: (row: BlueprintRow) => db.insertInto('genai_llm_blueprints').values(asStored(row)).execute(),

  save: ({ id, organization_id, playground_id: _, created_by: __, created_at: ___, ...row }: BlueprintRow) =>
    updateRows(db, 'genai_llm_blueprints', { id, organization_id }, asStored(row)),

  /** Chats in which something was asked already cannot go on with other settings. */
  freezeChats: (organizationId: string, id: string) =>
    db
      .updateTable('genai_chats')
      .set({ is_frozen: true })
      .where('llm_blueprint_id', '=', id)
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`EXISTS (SELECT 1 FROM genai_answers a WHERE a.chat_id = genai_chats.id)`)
      .execute(),

  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'genai_llm_blueprints', { id, organization_id: organizationId }),
});
