import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, updateRows } from '#platform/db/rows.ts';
import '../accounts.tables.ts';
import type { UserRow } from '../accounts.tables.ts';
import type { Attempts, Scope } from './throttle.rules.ts';

export interface Subject {
  readonly scope: Scope;
  readonly subject: Buffer;
}

const LONG_AGO = new Date(0);

export const signInAttemptStore = (db: Queries) => ({
  /** The attempts so far, locked until the transaction ends. */
  async locked({ scope, subject }: Subject): Promise<Attempts> {
    // One statement, and an update that changes nothing: a row that somebody else is deleting is made anew.
    const row = await db
      .insertInto('sign_in_attempts')
      .values({ scope, subject, failures: 0, last_at: LONG_AGO, blocked_until: LONG_AGO })
      .onConflict((conflict) => conflict.columns(['scope', 'subject']).doUpdateSet({ scope }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return { failures: row.failures, lastAt: row.last_at, blockedUntil: row.blocked_until };
  },

  save: ({ scope, subject }: Subject, attempts: Attempts) =>
    updateRows(
      db,
      'sign_in_attempts',
      { scope, subject },
      { failures: attempts.failures, last_at: attempts.lastAt, blocked_until: attempts.blockedUntil },
    ),

  forget: ({ scope, subject }: Subject) => deleteRows(db, 'sign_in_attempts', { scope, subject }),

  /** Takes one counted attempt back, and its wait, unless a later failure has set a wait of its own. */
  giveBack: ({ scope, subject }: Subject, counted: Attempts) =>
    sql`
      UPDATE sign_in_attempts
      SET failures = greatest(failures - 1, 0),
          blocked_until = CASE WHEN blocked_until = ${counted.blockedUntil} THEN ${LONG_AGO} ELSE blocked_until END
      WHERE scope = ${scope} AND subject = ${subject}`.execute(db),

  /** A few old rows with every attempt: names and addresses that never come back do not pile up. */
  sweep: (before: Date) =>
    sql`
      DELETE FROM sign_in_attempts WHERE (scope, subject) IN (
        SELECT scope, subject FROM sign_in_attempts WHERE last_at < ${before} AND last_at > ${LONG_AGO}
        ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED)`.execute(db),
});

export interface Candidate extends UserRow {
  /** Sealed secret of a confirmed second factor; null when the account has none. */
  readonly factor: string | null;
}

export const candidateStore = (db: Queries) => ({
  /** By username or else by e-mail address: batch tools sign in with the address. */
  async named(key: string): Promise<Candidate | null> {
    const rows = await db
      .selectFrom('users')
      .leftJoin('second_factors', (join) =>
        join.onRef('second_factors.user_id', '=', 'users.id').on('second_factors.confirmed_at', 'is not', null),
      )
      .selectAll('users')
      .select('second_factors.sealed as factor')
      .where(({ or, eb }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
      .execute();
    return rows.find((row) => row.username_key === key) ?? rows[0] ?? null;
  },
});

export const knownAddressStore = (db: Queries) => ({
  async isKnown(subject: Buffer, now: Date): Promise<boolean> {
    const query = db.selectFrom('known_addresses').select('subject').where('subject', '=', subject);
    return (await query.where('known_until', '>', now).executeTakeFirst()) !== undefined;
  },

  remember: (userId: string, subject: Buffer, until: Date) =>
    db
      .insertInto('known_addresses')
      .values({ subject, user_id: userId, known_until: until })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ known_until: until }))
      .execute(),

  /** A few old rows with every attempt, so that they do not pile up. */
  sweep: (now: Date) =>
    sql`
      DELETE FROM known_addresses WHERE subject IN (
        SELECT subject FROM known_addresses WHERE known_until <= ${now}
        ORDER BY known_until LIMIT 10 FOR UPDATE SKIP LOCKED)`.execute(db),
});
