import type { Queries, Tx } from '#platform/db/database.ts';
import '../accounts.tables.ts';
import { sql } from 'kysely';

export const setupStore = (db: Queries) => ({
  async add(hash: Buffer, now: Date, expiresAt: Date): Promise<void> {
    await db.deleteFrom('setup_tokens').where('expires_at', '<=', now).execute();
    await db.insertInto('setup_tokens').values({ hash, expires_at: expiresAt }).execute();
  },

  async holds(hash: Buffer, now: Date): Promise<boolean> {
    const query = db.selectFrom('setup_tokens').select('hash').where('hash', '=', hash);
    return (await query.where('expires_at', '>', now).executeTakeFirst()) !== undefined;
  },

  /** Once there is an administrator, no link that was ever printed opens anything. */
  clear: () => db.deleteFrom('setup_tokens').execute(),
});

/** Any constant will do, as long as every process takes the same one. */
const LOCK = 4_127_201_002;

/** Servers that start together, and a person with a set-up link, take turns until the transaction ends. */
export const lockFirstAdministrator = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
