import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
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

export const counterStore = (db: Queries) => ({
  async read(account: Account): Promise<number> {
    const { organizationId, userId, counter } = account;
    const row = await db
      .selectFrom('genai_usage_counters')
      .select('completed')
      .where('user_id', '=', userId)
      .where('counter', '=', counter)
      .where('organization_id', '=', organizationId)
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
async function inJournals(db: Queries, { organizationId, userId, counter }: Account): Promise<number> {
  const { completed } = await db
    .selectFrom('genai_usage_journals')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('completed'), sql<number>`0`).as('completed'))
    .where('user_id', '=', userId)
    .where('counter', '=', counter)
    .where('organization_id', '=', organizationId)
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
  const { organizationId, userId, counter } = account;
  await counterStore(tx).add([{ ...account, completed: 0 }]);
  const { completed } = await tx
    .selectFrom('genai_usage_counters')
    .select('completed')
    .where('user_id', '=', userId)
    .where('counter', '=', counter)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const mine = tx
    .selectFrom('genai_usage_holds')
    .where('user_id', '=', userId)
    .where('counter', '=', counter)
    .where('organization_id', '=', organizationId);
  const { held } = await mine
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
