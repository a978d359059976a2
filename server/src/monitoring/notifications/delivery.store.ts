import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { DeliveryRow } from './notification.tables.ts';

const ERROR_LENGTH = 1000;

export const deliveryStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<DeliveryRow | undefined> =>
    db
      .selectFrom('notification_deliveries')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async insert(row: Omit<DeliveryRow, 'attempts' | 'last_error' | 'ended_at' | 'status'>): Promise<void> {
    await db
      .insertInto('notification_deliveries')
      .values({ ...row, status: 'queued' })
      .execute();
  },

  /** One more try, and how it went; without a status it is tried again. */
  async noteTry(
    { organization_id, id }: Pick<DeliveryRow, 'organization_id' | 'id'>,
    {
      status,
      error,
      at,
    }: { readonly status?: 'delivered' | 'failed'; readonly error: string | null; readonly at: Date },
  ): Promise<void> {
    await db
      .updateTable('notification_deliveries')
      .set({
        attempts: sql`attempts + 1`,
        last_error: error?.slice(0, ERROR_LENGTH) ?? null,
        ...(status && { status, ended_at: at }),
      })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .execute();
  },

  /** When something was last sent by a policy, or to a channel as a test. */
  async lastOf(organizationId: string, of: { readonly policyId: string } | { readonly testOf: string }) {
    const row = await db
      .selectFrom('notification_deliveries')
      .select((eb) => eb.fn.max('created_at').as('last'))
      .where('organization_id', '=', organizationId)
      .where((eb) =>
        'policyId' in of
          ? eb('policy_id', '=', of.policyId)
          : eb.and([eb('channel_id', '=', of.testOf), eb('policy_id', 'is', null)]),
      )
      .executeTakeFirst();
    return row?.last ?? null;
  },

  /** Policies by which people were told already of an event of a batch job. */
  async policiesTold(
    organizationId: string,
    deploymentId: string,
    eventType: string,
    batchJobId: string,
  ): Promise<ReadonlySet<string | null>> {
    const rows = await db
      .selectFrom('notification_deliveries')
      .select('policy_id')
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('event_type', '=', eventType)
      .where(sql<string>`payload::json -> 'details' ->> 'batchJobId'`, '=', batchJobId)
      .execute();
    return new Set(rows.map(({ policy_id }) => policy_id));
  },

  /** The newest first. */
  async page(organizationId: string, deploymentId: string, { offset, limit }: { offset: number; limit: number }) {
    const mine = db
      .selectFrom('notification_deliveries')
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId);
    const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await mine
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    return { rows, total };
  },

  async forgetBefore(organizationId: string, deploymentId: string, before: Date): Promise<void> {
    await db
      .deleteFrom('notification_deliveries')
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('created_at', '<', before)
      .execute();
  },
});
