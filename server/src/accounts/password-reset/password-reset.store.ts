import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';
import type { UserRow } from '../accounts.tables.ts';

interface NewReset {
  readonly hash: Buffer;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const passwordResetStore = (db: Queries) => ({
  /** The newest link is the only one: those before it stop working. */
  async replace({ hash, userId, createdAt, expiresAt }: NewReset): Promise<void> {
    await db
      .deleteFrom('password_resets')
      .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('expires_at', '<=', createdAt)]))
      .execute();
    await db
      .insertInto('password_resets')
      .values({ hash, user_id: userId, created_at: createdAt, expires_at: expiresAt })
      .execute();
  },

  /** Whose link it is; undefined for one that is unknown, used or out of date, and for accounts that are disabled. */
  holder: (hash: Buffer, now: Date): Promise<UserRow | undefined> =>
    db
      .selectFrom('password_resets')
      .innerJoin('users', 'users.id', 'password_resets.user_id')
      .selectAll('users')
      .where('password_resets.hash', '=', hash)
      .where('password_resets.expires_at', '>', now)
      .where('users.disabled_at', 'is', null)
      .executeTakeFirst(),

  /** False when somebody else was faster: a link works once. */
  async use(hash: Buffer): Promise<boolean> {
    const used = await db.deleteFrom('password_resets').where('hash', '=', hash).executeTakeFirstOrThrow();
    return used.numDeletedRows > 0n;
  },

  removeAll: (userId: string) => db.deleteFrom('password_resets').where('user_id', '=', userId).execute(),
});
