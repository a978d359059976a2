import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { ownRow, readOrder, selectPage, type Window } from '#platform/db/select-page.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ChatRow } from '../genai.tables.ts';

export type CountedChat = ChatRow & { readonly prompts: number };

const withPromptCount = <Out>(query: SelectQueryBuilder<Tables, 'genai_chats', Out>) =>
  query
    .selectAll('genai_chats')
    .select(sql<number>`(SELECT count(*) FROM genai_answers a WHERE a.chat_id = genai_chats.id)`.as('prompts'))
    .$castTo<CountedChat>();

export const chatStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<CountedChat | undefined> =>
    withPromptCount(db.selectFrom('genai_chats')).where(ownRow(organizationId, id)).executeTakeFirst(),

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
    return selectPage(withPromptCount(mine).orderBy(order, direction).orderBy('id'), window);
  },

  insert: (row: ChatRow) => db.insertInto('genai_chats').values(row).execute(),

  rename: (organizationId: string, id: string, name: string) =>
    db.updateTable('genai_chats').set({ name }).where(ownRow(organizationId, id)).execute(),

  delete: (organizationId: string, id: string) =>
    db.deleteFrom('genai_chats').where(ownRow(organizationId, id)).execute(),
});
