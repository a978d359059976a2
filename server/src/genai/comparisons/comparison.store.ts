import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import type { ComparisonChatRow, ComparisonPromptRow } from '../genai.tables.ts';

type Visible = ReturnType<typeof visibleTo>;
interface Window {
  readonly offset: number;
  readonly limit: number;
}

export const comparisonChatStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<ComparisonChatRow | undefined> =>
    db
      .selectFrom('genai_comparison_chats')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  async page(
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
    const rows = await mine
      .selectAll()
      .orderBy(
        window.sort.endsWith('name') ? sql`lower(name)` : 'created_at',
        window.sort.startsWith('-') ? 'desc' : 'asc',
      )
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  insert: (row: ComparisonChatRow) => db.insertInto('genai_comparison_chats').values(row).execute(),

  rename: (organizationId: string, id: string, name: string) =>
    db
      .updateTable('genai_comparison_chats')
      .set({ name })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .execute(),

  delete: (organizationId: string, id: string) =>
    db
      .deleteFrom('genai_comparison_chats')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .execute(),
});

export const comparisonPromptStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<ComparisonPromptRow | undefined> =>
    db
      .selectFrom('genai_comparison_prompts')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  async page(
    organizationId: string,
    playgrounds: Visible,
    filter: {
      readonly llmBlueprintIds?: readonly string[] | undefined;
      readonly comparisonChatId?: string | undefined;
    },
    window: Window,
  ) {
    const { llmBlueprintIds, comparisonChatId } = filter;
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
          .where('llm_blueprint_id', 'in', llmBlueprintIds.length > 0 ? llmBlueprintIds : ['']),
      );
    }
    const rows = await mine
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  insert: (row: ComparisonPromptRow) =>
    db
      .insertInto('genai_comparison_prompts')
      .values({ ...row, metadata_filter: row.metadata_filter && JSON.stringify(row.metadata_filter) })
      .execute(),

  delete: (organizationId: string, id: string) =>
    db
      .deleteFrom('genai_comparison_prompts')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .execute(),
});
