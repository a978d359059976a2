import type { Queries } from '#platform/db/database.ts';
import { deleteRows } from '#platform/db/rows.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import '../accounts.tables.ts';
import { type Insertable, sql } from 'kysely';
import type { Tables } from '#platform/db/tables.ts';
import type { UserRow } from '../accounts.tables.ts';
import { newSecretText } from './secret-text.ts';

/** Authenticated with the ciphertext: a row copied to another account does not open there. */
const purpose = (userId: string) => `api_token:${userId}`;

/** One token per account, looked up by hash and kept encrypted, because it is shown again. */
export const tokenStore = (db: Queries, secrets: Secrets) => ({
  async issue(userId: string, now: Date): Promise<string> {
    const token = newSecretText('token');
    const fresh = { hash: secrets.fingerprint(token), sealed: secrets.seal(token, purpose(userId)), issued_at: now };
    await db
      .insertInto('api_tokens')
      .values({ user_id: userId, ...fresh })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute();
    return token;
  },

  async current(userId: string): Promise<string> {
    const query = db.selectFrom('api_tokens').select('sealed').where('user_id', '=', userId);
    return secrets.open((await query.executeTakeFirstOrThrow()).sealed, purpose(userId));
  },
});

export const sessionStore = (db: Queries) => ({
  /** Sessions that have ended by themselves; rows another sweep holds are left to it. */
  sweep: (now: Date) =>
    sql`
      DELETE FROM sessions WHERE hash IN (
        SELECT hash FROM sessions WHERE expires_at <= ${now} LIMIT 100 FOR UPDATE SKIP LOCKED)`.execute(db),
});

export const passwordResetStore = (db: Queries) => ({
  /** The newest link is the only one: those before it stop working. */
  async replace(reset: Insertable<Tables['password_resets']>): Promise<void> {
    await db
      .deleteFrom('password_resets')
      .where(({ or, eb }) => or([eb('user_id', '=', reset.user_id), eb('expires_at', '<=', reset.created_at)]))
      .execute();
    await db.insertInto('password_resets').values(reset).execute();
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
    return (await deleteRows(db, 'password_resets', { hash })) > 0;
  },
});
