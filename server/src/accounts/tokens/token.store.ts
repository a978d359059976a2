import type { Queries } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import '../accounts.tables.ts';
import { newSecretText } from '../secret-text.ts';

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
