import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, updateRows } from '#platform/db/rows.ts';
import '../accounts.tables.ts';

/** Steps older than this can no longer be replayed: their codes are out of date. */
const KEPT_STEPS = 10;

export const secondFactorStore = (db: Queries) => ({
  ofUser: (userId: string) => findRow(db, 'second_factors', { user_id: userId }, { lock: true }),

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
    await deleteRows(db, 'recovery_codes', { user_id: userId });
    await db
      .insertInto('recovery_codes')
      .values(codes.map((hash) => ({ user_id: userId, hash, used_at: null })))
      .execute();
    return true;
  },

  confirm: (userId: string, now: Date) => updateRows(db, 'second_factors', { user_id: userId }, { confirmed_at: now }),

  async remove(userId: string): Promise<void> {
    await deleteRows(db, 'second_factors', { user_id: userId });
    await deleteRows(db, 'recovery_codes', { user_id: userId });
    await deleteRows(db, 'totp_uses', { user_id: userId });
  },

  /** False when the code of this step was used before, by however many at the same moment. */
  async useStep(userId: string, step: number): Promise<boolean> {
    const used = await db
      .insertInto('totp_uses')
      .values({ user_id: userId, step })
      .onConflict((conflict) => conflict.columns(['user_id', 'step']).doNothing())
      .returning('step')
      .executeTakeFirst();
    const old = db.deleteFrom('totp_uses').where('user_id', '=', userId);
    await old.where('step', '<', step - KEPT_STEPS).execute();
    return used !== undefined;
  },

  async hasCode(userId: string, hash: Buffer): Promise<boolean> {
    return (await findRow(db, 'recovery_codes', { user_id: userId, hash, used_at: null })) !== undefined;
  },

  async useCode(userId: string, hash: Buffer, now: Date): Promise<boolean> {
    const unused = { user_id: userId, hash, used_at: null };
    return (await updateRows(db, 'recovery_codes', unused, { used_at: now })).length > 0;
  },
});
