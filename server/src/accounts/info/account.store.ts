import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';

export const accountStore = (db: Queries) => ({
  withSecondFactor: (userId: string) =>
    db
      .selectFrom('users')
      .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
      .selectAll('users')
      .select('second_factors.confirmed_at as second_factor_at')
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow(),
});
