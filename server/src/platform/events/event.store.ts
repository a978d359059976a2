import type { Generated } from 'kysely';
import type { Queries } from '../db/database.ts';
import { deleteRows, findRows } from '../db/rows.ts';

declare module '../db/tables.ts' {
  interface Tables {
    event_deliveries: { event_id: string; subscriber: string; delivered_at: Generated<Date> };
  }
}

export async function deliveredSubscribers(db: Queries, eventId: string): Promise<Set<string>> {
  const rows = await findRows(db, 'event_deliveries', { event_id: eventId });
  return new Set(rows.map((row) => row.subscriber));
}

export async function markDelivered(db: Queries, eventId: string, subscriber: string): Promise<void> {
  await db
    .insertInto('event_deliveries')
    .values({ event_id: eventId, subscriber })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const forgetEvent = (db: Queries, eventId: string) => deleteRows(db, 'event_deliveries', { event_id: eventId });
