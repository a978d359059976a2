import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import type { AnswerMetadata, AnswerRow, Citation, Settings } from '../genai.tables.ts';

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export type NewAnswer = Omit<
  AnswerRow,
  | 'history_ids'
  | 'execution_status'
  | 'result_text'
  | 'result_metadata'
  | 'citations'
  | 'custom_metrics'
  | 'positive_user_ids'
  | 'negative_user_ids'
>;

/** Told when a prompt has ended: its id. */
export const ANSWERS_CHANNEL = 'almanac_genai_answers';

/** A prompt somebody waits for, and the work that answers it. */
export interface PendingAnswer {
  readonly id: string;
  readonly organizationId: string;
  readonly statusId: string;
}

interface EndedAnswer {
  readonly id: string;
  readonly tokens: number | null;
}

export interface PromptQuery extends Window {
  readonly playgroundId?: string | undefined;
  readonly llmBlueprintId?: string | undefined;
  readonly chatId?: string | undefined;
}

export interface Outcome {
  readonly execution_status: 'COMPLETED' | 'ERROR';
  readonly result_text: string | null;
  readonly facts: AnswerMetadata;
  readonly citations: readonly Citation[];
  readonly history_ids: readonly string[];
}

export const answerStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<AnswerRow | undefined> =>
    findRow(db, 'genai_answers', { id, organization_id: organizationId }),

  /** Chat prompts only, oldest first. */
  page(organizationId: string, playgrounds: ReturnType<typeof visibleTo>, query: PromptQuery) {
    const { playgroundId, llmBlueprintId, chatId } = query;
    let mine = db
      .selectFrom('genai_answers')
      .where('organization_id', '=', organizationId)
      .where('comparison_prompt_id', 'is', null)
      .where('playground_id', 'in', playgrounds);
    if (playgroundId !== undefined) mine = mine.where('playground_id', '=', playgroundId);
    if (llmBlueprintId !== undefined) mine = mine.where('llm_blueprint_id', '=', llmBlueprintId);
    if (chatId !== undefined) mine = mine.where('chat_id', '=', chatId);
    return pageOfRows(mine.selectAll().orderBy('created_at').orderBy('id'), query);
  },

  ofComparisons: (organizationId: string, promptIds: readonly string[]): Promise<AnswerRow[]> =>
    db
      .selectFrom('genai_answers')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('comparison_prompt_id', 'in', [...promptIds, ''])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** What was said in a chat before this, newest first. */
  before: (answer: NewAnswer, most: number): Promise<AnswerRow[]> =>
    db
      .selectFrom('genai_answers')
      .selectAll()
      .where('organization_id', '=', answer.organization_id)
      .where('chat_id', '=', answer.chat_id)
      .where('execution_status', '=', 'COMPLETED')
      .where(sql<boolean>`(created_at, id) < (${answer.created_at}, ${answer.id})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),

  insert: (rows: readonly NewAnswer[]) =>
    db
      .insertInto('genai_answers')
      .values(
        rows.map((row) => ({
          ...row,
          llm_settings: json(row.llm_settings),
          vector_database_settings: json(row.vector_database_settings),
          metadata_filter: json(row.metadata_filter),
          execution_status: 'NEW' as const,
          result_text: null,
          result_metadata: null,
        })),
      )
      .execute(),

  /** Those of a job that are still to be asked; a job may start twice. */
  begin: (organizationId: string, ids: readonly string[]): Promise<AnswerRow[]> =>
    db
      .updateTable('genai_answers')
      .set({ execution_status: 'RUNNING' })
      .where('organization_id', '=', organizationId)
      .where('id', 'in', [...ids, ''])
      .where('execution_status', 'in', ['NEW', 'RUNNING'])
      .returningAll()
      .execute(),

  /** False when it has an ending already, or was deleted meanwhile. */
  async end({ organization_id, id }: AnswerRow, { facts, citations, history_ids, ...outcome }: Outcome) {
    const done = await db
      .updateTable('genai_answers')
      .set({
        ...outcome,
        result_metadata: JSON.stringify(facts),
        citations: JSON.stringify(citations),
        history_ids: [...history_ids],
      })
      .where(matching({ id, organization_id }))
      .where('execution_status', 'in', ['NEW', 'RUNNING'])
      .executeTakeFirst();
    await sql`SELECT pg_notify(${ANSWERS_CHANNEL}, ${id})`.execute(db);
    return done.numUpdatedRows > 0n;
  },

  /** Those of them that nobody works on any more, with the tokens they used; null where no model answered. */
  async ended(held: readonly PendingAnswer[]): Promise<EndedAnswer[]> {
    const found = await db
      .selectFrom('genai_answers')
      .select(['id', 'execution_status', 'result_metadata'])
      .where(
        'id',
        'in',
        held.map(({ id }) => id),
      )
      .where('organization_id', 'in', [...new Set(held.map(({ organizationId }) => organizationId))])
      .execute();
    const jobs = await db
      .selectFrom('job_records')
      .select('id')
      .where('id', 'in', [...new Set(held.map(({ statusId }) => statusId))])
      .where('status', 'in', ['INITIALIZED', 'RUNNING'])
      .execute();
    const rows = new Map(found.map((row) => [row.id, row]));
    const open = new Set(jobs.map(({ id }) => String(id)));
    return held.flatMap(({ id, statusId }): EndedAnswer[] => {
      const row = rows.get(id);
      if (row?.execution_status === 'COMPLETED') return [{ id, tokens: row.result_metadata?.totalTokenCount ?? 0 }];
      const isOver = row === undefined || row.execution_status === 'ERROR' || !open.has(statusId);
      return isOver ? [{ id, tokens: null }] : [];
    });
  },

  /** One person has one opinion: the newer one. */
  async judge(organizationId: string, id: string, userId: string, positive: boolean): Promise<void> {
    const without = (column: string) => sql<string[]>`array_remove(${sql.ref(column)}, ${userId})`;
    const withIt = (column: string) => sql<string[]>`array_append(${without(column)}, ${userId})`;
    await db
      .updateTable('genai_answers')
      .set({
        positive_user_ids: positive ? withIt('positive_user_ids') : without('positive_user_ids'),
        negative_user_ids: positive ? without('negative_user_ids') : withIt('negative_user_ids'),
      })
      .where(matching({ id, organization_id: organizationId }))
      .execute();
  },

  /** Locked until the transaction ends: metrics that several people send at once are all kept. */
  async metricsToChange(organizationId: string, id: string): Promise<readonly Settings[]> {
    const row = await db
      .selectFrom('genai_answers')
      .select('custom_metrics')
      .where(matching({ id, organization_id: organizationId }))
      .forUpdate()
      .executeTakeFirst();
    return row?.custom_metrics ?? [];
  },

  setMetrics: (organizationId: string, id: string, metrics: readonly Settings[]) =>
    updateRows(
      db,
      'genai_answers',
      { id, organization_id: organizationId },
      { custom_metrics: JSON.stringify(metrics) },
    ),

  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'genai_answers', { id, organization_id: organizationId }),
});
