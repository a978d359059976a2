import type { Queries } from '#platform/db/database.ts';
import { deleteRows } from '#platform/db/rows.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import '../accounts.tables.ts';
import { sql } from 'kysely';
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
    const row = await db
      .selectFrom('api_tokens')
      .select('sealed')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return secrets.open(row.sealed, purpose(userId));
  },
});

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

  end: (hash: Buffer) => deleteRows(db, 'sessions', { hash }),

  endAll: (userId: string) => deleteRows(db, 'sessions', { user_id: userId }),
});

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

  removeAll: (userId: string) => deleteRows(db, 'password_resets', { user_id: userId }),
});
