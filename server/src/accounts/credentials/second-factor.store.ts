import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';

/** Steps older than this can no longer be replayed: their codes are out of date. */
const KEPT_STEPS = 10;

export const secondFactorStore = (db: Queries) => ({
  ofUser: (userId: string) =>
    db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst(),

  /** Replaces an enrolment that was never confirmed. False when a confirmed one stands. */
  async enrol(userId: string, sealed: string, codes: readonly Buffer[], now: Date): Promise<boolean> {
    const fresh = { sealed, created_at: now };
    const row = await db
      .insertInto('second_factors')
      .values({ user_id: userId, confirmed_at: null, ...fresh })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(fresh).where('second_factors.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (row === undefined) return false;
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await db
      .insertInto('recovery_codes')
      .values(codes.map((hash) => ({ user_id: userId, hash, used_at: null })))
      .execute();
    return true;
  },

  confirm: (userId: string, now: Date) =>
    db.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute(),

  async remove(userId: string): Promise<void> {
    await db.deleteFrom('second_factors').where('user_id', '=', userId).execute();
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await db.deleteFrom('totp_uses').where('user_id', '=', userId).execute();
  },

  /** False when the code of this step was used before, by however many at the same moment. */
  async useStep(userId: string, step: number): Promise<boolean> {
    const used = await db
      .insertInto('totp_uses')
      .values({ user_id: userId, step })
      .onConflict((conflict) => conflict.columns(['user_id', 'step']).doNothing())
      .returning('step')
      .executeTakeFirst();
    await db
      .deleteFrom('totp_uses')
      .where('user_id', '=', userId)
      .where('step', '<', step - KEPT_STEPS)
      .execute();
    return used !== undefined;
  },

  async hasCode(userId: string, hash: Buffer): Promise<boolean> {
    const row = await db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  },

  async useCode(userId: string, hash: Buffer, now: Date): Promise<boolean> {
    const used = await db
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return used.numUpdatedRows > 0n;
  },
});
