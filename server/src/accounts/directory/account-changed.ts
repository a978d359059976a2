import { z } from 'zod';
import type { EventKind, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';

/** Who this user is, or what opens their account, changed. Other processes hear of it from the database itself. */
export const accountChanged: EventKind<{ userId: string }> = {
  name: 'accounts.changed',
  payload: z.strictObject({ userId: z.string() }),
};

/** Commits a change to what a user's credentials open; when this returns, this process has forgotten the old state. */
export async function changeAccount<T>(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  userId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(work);
  events.emit(accountChanged, { userId });
  return result;
}
