import type { Database, Queries } from '#platform/db/database.ts';
import { matching, pageOfRows } from '#platform/db/rows.ts';
import { newId } from '#platform/ids.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { ApiKeyRow } from '../accounts.tables.ts';
import { shownPrefix } from './secret-text.ts';

// Columns by name: a prepared `*` would break in this process when a newer one adds a column.
const FIND = `
  SELECT id, name, prefix, created_at, expire_at, last_used, deployment_id FROM api_keys WHERE id = $1 AND user_id = $2`;

export type ShownApiKey = Pick<
  ApiKeyRow,
  'id' | 'name' | 'prefix' | 'created_at' | 'expire_at' | 'last_used' | 'deployment_id'
>;

interface NewApiKey {
  readonly userId: string;
  readonly name: string;
  readonly key: string;
  readonly expireAt: Date | null;
  readonly fromEnvironment?: boolean;
  readonly deploymentId?: string | null | undefined;
}

/** One key of a user, as a statement the database plans once per connection. */
export const findApiKey = async (db: Database, userId: string, id: string): Promise<ShownApiKey | undefined> =>
  (await db.prepared<ShownApiKey>('accounts_api_key', FIND)([id, userId]))[0];

/** Keys are looked up by keyed hash; the text itself is kept nowhere. */
export const apiKeyStore = (db: Queries) => ({
  insert: (secrets: Secrets, key: NewApiKey, now: Date): Promise<ApiKeyRow> =>
    db
      .insertInto('api_keys')
      .values({
        id: newId(now),
        user_id: key.userId,
        name: key.name,
        prefix: shownPrefix(key.key),
        hash: secrets.fingerprint(key.key),
        from_environment: key.fromEnvironment ?? false,
        created_at: now,
        expire_at: key.expireAt,
        last_used: null,
        deployment_id: key.deploymentId ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  page: (userId: string, window: { readonly offset: number; readonly limit: number }) =>
    pageOfRows(
      db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id'),
      window,
    ),

  /** Keys that an earlier value of the setting had given. */
  revokeEnvironmentKeysExcept: (userId: string, hash: Buffer) =>
    db
      .deleteFrom('api_keys')
      .where(matching<'api_keys'>({ user_id: userId, from_environment: true }))
      .where('hash', '!=', hash)
      .execute(),
});
