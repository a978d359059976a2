import { sql } from 'kysely';
import type { Database, Queries } from '#platform/db/database.ts';
import { type Addition, counterStore } from '../counter.store.ts';

/** What a journal says so far. Whole numbers, so that it may be said again; people who are gone are passed over. */
export async function putJournal(db: Queries, journal: string, totals: readonly Addition[]): Promise<void> {
  const rows = [...totals].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  await sql`
    INSERT INTO genai_usage_journals (journal, organization_id, user_id, counter, completed)
    SELECT ${journal}, users.organization_id, users.id, said.counter, said.completed
    FROM unnest(${rows.map(({ userId }) => userId)}::text[], ${rows.map(({ counter }) => counter)}::text[],
                ${rows.map(({ completed }) => completed)}::bigint[]) AS said (user_id, counter, completed)
    JOIN users ON users.id = said.user_id
    ON CONFLICT (user_id, counter, journal)
    DO UPDATE SET completed = greatest(genai_usage_journals.completed, excluded.completed)`.execute(db);
}

/** Moves the numbers of a journal that is over, and whose file is gone, to the counters. */
export function foldJournal(db: Database, journal: string): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx.deleteFrom('genai_usage_journals').where('journal', '=', journal).returningAll().execute();
    const additions = rows.map((row) => ({
      organizationId: row.organization_id,
      userId: row.user_id,
      counter: row.counter,
      completed: row.completed,
    }));
    if (additions.length > 0) await counterStore(tx).add(additions);
  });
}
