import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';

export const knownAddressStore = (db: Queries) => ({
  async isKnown(subject: Buffer, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('known_addresses')
      .select('subject')
      .where('subject', '=', subject)
      .where('known_until', '>', now)
      .executeTakeFirst();
    return row !== undefined;
  },

  remember: (userId: string, subject: Buffer, until: Date) =>
    db
      .insertInto('known_addresses')
      .values({ subject, user_id: userId, known_until: until })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ known_until: until }))
      .execute(),

  /** A few old rows with every attempt, so that they do not pile up. */
  sweep: (now: Date) =>
    sql`
      DELETE FROM known_addresses WHERE subject IN (
        SELECT subject FROM known_addresses WHERE known_until <= ${now}
        ORDER BY known_until LIMIT 10 FOR UPDATE SKIP LOCKED)`.execute(db),
});
