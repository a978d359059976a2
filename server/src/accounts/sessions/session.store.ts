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
  /** Also sweeps away sessions that have ended by themselves, so that the table does not grow with every sign-in. */
  async begin(session: NewSession): Promise<void> {
    await db.deleteFrom('sessions').where('expires_at', '<=', session.createdAt).execute();
    await db
      .insertInto('sessions')
      .values({
        hash: session.hash,
        user_id: session.userId,
        address: session.address,
        created_at: session.createdAt,
        expires_at: session.expiresAt,
      })
      .execute();
  },

  end: (hash: Buffer) => db.deleteFrom('sessions').where('hash', '=', hash).execute(),

  endAll: (userId: string) => db.deleteFrom('sessions').where('user_id', '=', userId).execute(),
});
