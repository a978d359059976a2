import type { Generated } from 'kysely';
import type { Queries } from '../db/database.ts';

declare module '../db/tables.ts' {
  interface Tables {
    event_deliveries: { event_id: string; subscriber: string; delivered_at: Generated<Date> };
  }
}

export async function deliveredSubscribers(db: Queries, eventId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('event_deliveries').select('subscriber').where('event_id', '=', eventId).execute();
  return new Set(rows.map((row) => row.subscriber));
}

export async function markDelivered(db: Queries, eventId: string, subscriber: string): Promise<void> {
  await db
    .insertInto('event_deliveries')
    .values({ event_id: eventId, subscriber })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function forgetEvent(db: Queries, eventId: string): Promise<void> {
  await db.deleteFrom('event_deliveries').where('event_id', '=', eventId).execute();
}
