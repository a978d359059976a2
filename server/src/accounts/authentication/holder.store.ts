import type { Database } from '#platform/db/database.ts';
import type { UserRow } from '../accounts.tables.ts';

/** Whose secret it is, as it stands in the database at this moment. */
export interface Held
  extends Pick<
    UserRow,
    'id' | 'username' | 'username_key' | 'email_key' | 'organization_id' | 'role' | 'permissions' | 'created_at'
  > {
  readonly via: 'key' | 'token' | 'session';
  readonly key_id: string | null;
  readonly ends_at: Date | null;
  /** Of an agent's key. */
  readonly deployment_id: string | null;
}

const USER = `u.id, u.username, u.username_key, u.email_key, u.organization_id, u.role, u.permissions, u.created_at`;

const FIND = `
  SELECT 'key' AS via, k.id AS key_id, k.expire_at AS ends_at, k.deployment_id, ${USER}
  FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.hash = $1 AND u.disabled_at IS NULL
    AND NOT EXISTS (SELECT FROM deployments d WHERE d.id = k.deployment_id AND d.deleted_at IS NOT NULL)
  UNION ALL
  SELECT 'token', NULL, NULL, NULL, ${USER}
  FROM api_tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = $1 AND u.disabled_at IS NULL
  UNION ALL
  SELECT 'session', NULL, s.expires_at, NULL, ${USER}
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = $1 AND u.disabled_at IS NULL`;

const TOUCH = `
  UPDATE api_keys SET last_used = used.at
  FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
  WHERE api_keys.id = used.id AND (api_keys.last_used IS NULL OR api_keys.last_used < used.at)`;

export function credentialStore(db: Database) {
  const find = db.prepared<Held>('accounts_credential', FIND);
  return {
    /** Null for secrets nobody has, and for those of disabled accounts and of deployments that were deleted. */
    async holder(hash: Buffer): Promise<Held | null> {
      return (await find([hash]))[0] ?? null;
    },
    async touch(used: ReadonlyMap<string, Date>): Promise<void> {
      await db.pool.query(TOUCH, [[...used.keys()], [...used.values()]]);
    },
  };
}
