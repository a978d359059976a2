import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';
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
    db
      .updateTable('sign_in_attempts')
      .set({ failures: attempts.failures, last_at: attempts.lastAt, blocked_until: attempts.blockedUntil })
      .where('scope', '=', scope)
      .where('subject', '=', subject)
      .execute(),

  forget: ({ scope, subject }: Subject) =>
    db.deleteFrom('sign_in_attempts').where('scope', '=', scope).where('subject', '=', subject).execute(),

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
