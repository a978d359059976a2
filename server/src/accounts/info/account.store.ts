import type { Database } from '#platform/db/database.ts';
import type { UserRow } from '../accounts.tables.ts';

type Account = Omit<UserRow, 'username_key' | 'email_key' | 'password_hash' | 'created_at' | 'disabled_at'> & {
  readonly second_factor_at: Date | null;
};

// Columns by name: a prepared `*` would break in this process when a newer one adds a column.
const FIND = `
  SELECT u.id, u.organization_id, u.username, u.email, u.first_name, u.last_name, u.language, u.role, u.permissions,
         f.confirmed_at AS second_factor_at
  FROM users u LEFT JOIN second_factors f ON f.user_id = u.id WHERE u.id = $1`;

/** Prepared: clients ask for it whenever they connect. */
export const accountStore = (db: Database) => ({
  withSecondFactor: async (userId: string): Promise<Account | undefined> =>
    (await db.prepared<Account>('accounts_account', FIND)([userId]))[0],
});
