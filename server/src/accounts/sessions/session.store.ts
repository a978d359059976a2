import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';

interface NewSession {
  readonly hash: Buffer;
  readonly userId: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const sessionStore = (db: Queries) => ({
  begin: (session: NewSession) =>
    db
      .insertInto('sessions')
      .values({
        hash: session.hash,
        user_id: session.userId,
        address: session.address,
        created_at: session.createdAt,
        expires_at: session.expiresAt,
      })
      .execute(),

  /** Sessions that have ended by themselves; rows another sweep holds are left to it. */
  sweep: (now: Date) =>
    sql`
      DELETE FROM sessions WHERE hash IN (
        SELECT hash FROM sessions WHERE expires_at <= ${now} LIMIT 100 FOR UPDATE SKIP LOCKED)`.execute(db),

  end: (hash: Buffer) => db.deleteFrom('sessions').where('hash', '=', hash).execute(),

  endAll: (userId: string) => db.deleteFrom('sessions').where('user_id', '=', userId).execute(),
});
