import type { Queries } from '#platform/db/database.ts';
import type { UserRow } from '../accounts.tables.ts';

export interface Candidate extends UserRow {
  /** Sealed secret of a confirmed second factor; null when the account has none. */
  readonly factor: string | null;
}

export const candidateStore = (db: Queries) => ({
  /** By username or else by e-mail address: batch tools sign in with the address. */
  async named(key: string): Promise<Candidate | null> {
    const rows = await db
      .selectFrom('users')
      .leftJoin('second_factors', (join) =>
        join.onRef('second_factors.user_id', '=', 'users.id').on('second_factors.confirmed_at', 'is not', null),
      )
      .selectAll('users')
      .select('second_factors.sealed as factor')
      .where(({ or, eb }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
      .execute();
    return rows.find((row) => row.username_key === key) ?? rows[0] ?? null;
  },
});
