import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Window } from '#platform/http/page.ts';
import { readOrder } from '#platform/http/page.ts';
import type { ChatRow } from '../genai.tables.ts';

export type CountedChat = ChatRow & { readonly prompts: number };

const withPromptCount = <Out>(query: SelectQueryBuilder<Tables, 'genai_chats', Out>) =>
  query
    .selectAll('genai_chats')
    .select(sql<number>`(SELECT count(*) FROM genai_answers a WHERE a.chat_id = genai_chats.id)`.as('prompts'))
    .$castTo<CountedChat>();

export const chatStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<CountedChat | undefined> =>
    withPromptCount(db.selectFrom('genai_chats'))
      .where(matching({ id, organization_id: organizationId }))
      .executeTakeFirst(),

  page(
    organizationId: string,
    playgrounds: ReturnType<typeof visibleTo>,
    llmBlueprintId: string | undefined,
    window: Window & { readonly sort: string },
  ) {
    let mine = db
      .selectFrom('genai_chats')
      .where('organization_id', '=', organizationId)
      .where('llm_blueprint_id', 'in', (eb) =>
        eb
          .selectFrom('genai_llm_blueprints')
          .select('genai_llm_blueprints.id')
          .where('genai_llm_blueprints.playground_id', 'in', playgrounds),
      );
    if (llmBlueprintId !== undefined) mine = mine.where('llm_blueprint_id', '=', llmBlueprintId);
    const { field, direction } = readOrder(window.sort);
    const order = field === 'name' ? sql`lower(name)` : sql`created_at`;
    return pageOfRows(withPromptCount(mine).orderBy(order, direction).orderBy('id'), window);
  },

  insert: (row: ChatRow) => db.insertInto('genai_chats').values(row).execute(),

  rename: (organizationId: string, id: string, name: string) =>
    updateRows(db, 'genai_chats', { id, organization_id: organizationId }, { name }),

  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'genai_chats', { id, organization_id: organizationId }),
});
