import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import { readOrder } from '#platform/http/page.ts';
import type { ComparisonChatRow, ComparisonPromptRow } from '../genai.tables.ts';

type Visible = ReturnType<typeof visibleTo>;

export const comparisonChatStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<ComparisonChatRow | undefined> =>
    findRow(db, 'genai_comparison_chats', { id, organization_id: organizationId }),

  page(
    organizationId: string,
    playgrounds: Visible,
    playgroundId: string | undefined,
    window: Window & { readonly sort: string },
  ) {
    let mine = db
      .selectFrom('genai_comparison_chats')
      .where('organization_id', '=', organizationId)
      .where('playground_id', 'in', playgrounds);
    if (playgroundId !== undefined) mine = mine.where('playground_id', '=', playgroundId);
    const { field, direction } = readOrder(window.sort);
    const order = field === 'name' ? sql`lower(name)` : sql`created_at`;
    return pageOfRows(mine.selectAll().orderBy(order, direction).orderBy('id'), window);
  },

  insert: (row: ComparisonChatRow) => db.insertInto('genai_comparison_chats').values(row).execute(),

  rename: (organizationId: string, id: string, name: string) =>
    updateRows(db, 'genai_comparison_chats', { id, organization_id: organizationId }, { name }),

  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'genai_comparison_chats', { id, organization_id: organizationId }),
});

interface PromptFilter {
  readonly llmBlueprintIds?: readonly string[] | undefined;
  readonly comparisonChatId?: string | undefined;
}

export const comparisonPromptStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<ComparisonPromptRow | undefined> =>
    findRow(db, 'genai_comparison_prompts', { id, organization_id: organizationId }),

  page(organizationId: string, playgrounds: Visible, query: PromptFilter & Window) {
    const { llmBlueprintIds, comparisonChatId } = query;
    let mine = db
      .selectFrom('genai_comparison_prompts')
      .where('organization_id', '=', organizationId)
      .where('playground_id', 'in', playgrounds);
    if (comparisonChatId !== undefined) mine = mine.where('comparison_chat_id', '=', comparisonChatId);
    if (llmBlueprintIds !== undefined) {
      mine = mine.where('id', 'in', (eb) =>
        eb
          .selectFrom('genai_answers')
          .select('comparison_prompt_id')
          .where('comparison_prompt_id', 'is not', null)
          .where('llm_blueprint_id', 'in', [...llmBlueprintIds, '']),
      );
    }
    return pageOfRows(mine.selectAll().orderBy('created_at').orderBy('id'), query);
  },

  insert: (row: ComparisonPromptRow) =>
    db
      .insertInto('genai_comparison_prompts')
      .values({ ...row, metadata_filter: row.metadata_filter && JSON.stringify(row.metadata_filter) })
      .execute(),

  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'genai_comparison_prompts', { id, organization_id: organizationId }),
});
