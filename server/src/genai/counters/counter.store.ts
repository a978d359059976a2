import { sql } from 'kysely';
import type { Database, Queries, Tx } from '#platform/db/database.ts';
import type { Window } from '#platform/http/page.ts';
import type { Counter } from '../genai.tables.ts';

/** Whose counter, and which. */
export interface Account {
  readonly organizationId: string;
  readonly userId: string;
  readonly counter: Counter;
}

export interface Addition extends Account {
  readonly completed: number;
}

const ofAccount = ({ organizationId, userId, counter }: Account) =>
  sql<boolean>`user_id = ${userId} AND counter = ${counter} AND organization_id = ${organizationId}`;

export const counterStore = (db: Queries) => ({
  async read(account: Account): Promise<number> {
    const row = await db
      .selectFrom('genai_usage_counters')
      .select('completed')
      .where(ofAccount(account))
      .executeTakeFirst();
    return (row?.completed ?? 0) + (await inJournals(db, account));
  },

  /** One statement, rows in one order everywhere, so that two processes cannot wait for each other in a circle. */
  async add(additions: readonly Addition[]): Promise<void> {
    const rows = [...additions].sort((a, b) =>
      a.userId === b.userId ? a.counter.localeCompare(b.counter) : a.userId < b.userId ? -1 : 1,
    );
    // Written out, since it is asked for with every call and building it takes longer than sending it.
    await sql`
      insert into genai_usage_counters (organization_id, user_id, counter, completed)
      select * from unnest(
        ${rows.map(({ organizationId }) => organizationId)}::text[], ${rows.map(({ userId }) => userId)}::text[],
        ${rows.map(({ counter }) => counter)}::text[], ${rows.map(({ completed }) => completed)}::bigint[])
      on conflict (user_id, counter)
      do update set completed = genai_usage_counters.completed + excluded.completed`.execute(db);
  },

  renewHolds: (ids: readonly string[], expiresAt: Date) =>
    db.updateTable('genai_usage_holds').set({ expires_at: expiresAt }).where('id', 'in', ids).execute(),

  dropHold: (id: string) => db.deleteFrom('genai_usage_holds').where('id', '=', id).execute(),
});

/** What processes still keep in journals (`journal/`). */
async function inJournals(db: Queries, account: Account): Promise<number> {
  const { completed } = await db
    .selectFrom('genai_usage_journals')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('completed'), sql<number>`0`).as('completed'))
    .where(ofAccount(account))
    .executeTakeFirstOrThrow();
  return Number(completed);
}

/** What a person has completed and has under way. The row stays locked, so that two calls cannot take one place. */
export async function lockCounter(
  tx: Tx,
  account: Account,
  now: Date,
  /** A place that is not counted: the asking work's own. */
  own = '',
): Promise<{ completed: number; held: number }> {
  await counterStore(tx).add([{ ...account, completed: 0 }]);
  const { completed } = await tx
    .selectFrom('genai_usage_counters')
    .select('completed')
    .where(ofAccount(account))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { held } = await tx
    .selectFrom('genai_usage_holds')
    .where(ofAccount(account))
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('expires_at', '>', now)
    .where('id', '<>', own)
    .executeTakeFirstOrThrow();
  return { completed: completed + (await inJournals(tx, account)), held };
}

export async function hold(tx: Tx, id: string, account: Account, now: Date, expiresAt: Date): Promise<void> {
  const { organizationId, userId, counter } = account;
  await tx.deleteFrom('genai_usage_holds').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
  await tx
    .insertInto('genai_usage_holds')
    .values({ id, organization_id: organizationId, user_id: userId, counter, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: expiresAt }))
    .execute();
}

interface CountedPerson {
  readonly userId: string;
  readonly username: string;
  readonly llmApiCalls: number;
  readonly vectorDatabases: number;
}

interface PeopleFilter extends Window {
  readonly organizationId: string;
  /** One person, or everybody when null. */
  readonly only: string | null;
}

/** People with their counters, those who used most first; whoever used nothing is listed with zeros. */
export async function countersOfPeople(db: Queries, { organizationId, only, offset, limit }: PeopleFilter) {
  const whose = sql`users.organization_id = ${organizationId} AND (${only}::text IS NULL OR users.id = ${only})`;
  const { rows } = await sql<CountedPerson>`
    SELECT users.id AS "userId", users.username,
           coalesce(sum(c.completed) FILTER (WHERE c.counter = 'llmApiCalls'), 0)::bigint AS "llmApiCalls",
           coalesce(sum(c.completed) FILTER (WHERE c.counter = 'vectorDatabases'), 0)::bigint AS "vectorDatabases"
    FROM users
    LEFT JOIN (SELECT user_id, organization_id, counter, completed FROM genai_usage_counters
               UNION ALL
               SELECT user_id, organization_id, counter, completed FROM genai_usage_journals) c
           ON c.user_id = users.id AND c.organization_id = ${organizationId}
    WHERE ${whose}
    GROUP BY users.id, users.username
    ORDER BY "llmApiCalls" DESC, "vectorDatabases" DESC, users.username
    OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ total: string }>`SELECT count(*) AS total FROM users WHERE ${whose}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

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
    const additions = await tx
      .deleteFrom('genai_usage_journals')
      .where('journal', '=', journal)
      .returning(['organization_id as organizationId', 'user_id as userId', 'counter', 'completed'])
      .execute();
    if (additions.length > 0) await counterStore(tx).add(additions);
  });
}
