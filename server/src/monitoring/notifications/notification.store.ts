import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { ChannelRow, DeliveryRow, PolicyRow } from './notification.tables.ts';

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
  async notifiedPolicies(
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

export const channelStore = (db: Queries) => ({
  /** A deployment has few: all of them, the oldest first. */
  of: (organizationId: string, deploymentId: string): Promise<ChannelRow[]> =>
    db
      .selectFrom('notification_channels')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byId: (organizationId: string, deploymentId: string, id: string): Promise<ChannelRow | undefined> =>
    db
      .selectFrom('notification_channels')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (row: ChannelRow): Promise<ChannelRow> =>
    db.insertInto('notification_channels').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (row: Pick<ChannelRow, 'organization_id' | 'id'>, change: Partial<ChannelRow>) =>
    db
      .updateTable('notification_channels')
      .set(change)
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirst(),

  async delete(organizationId: string, id: string): Promise<void> {
    await db
      .deleteFrom('notification_channels')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});

export const policyStore = (db: Queries) => ({
  /** A deployment has few: all of them, the oldest first. */
  of: (organizationId: string, deploymentId: string): Promise<PolicyRow[]> =>
    db
      .selectFrom('notification_policies')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byId: (organizationId: string, deploymentId: string, id: string): Promise<PolicyRow | undefined> =>
    db
      .selectFrom('notification_policies')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (row: PolicyRow): Promise<PolicyRow> =>
    db.insertInto('notification_policies').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (row: Pick<PolicyRow, 'organization_id' | 'id'>, change: Partial<PolicyRow>) =>
    db
      .updateTable('notification_policies')
      .set(change)
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirst(),

  async delete(organizationId: string, id: string): Promise<void> {
    await db
      .deleteFrom('notification_policies')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});

/** The statuses of the last notifications; other readers of health use other prefixes. */
const PREFIX = 'notified ';

/** Notes of one deployment, held until the transaction ends: who looks at the same time waits. */
export async function lockNotifiedStates(
  tx: Tx,
  organizationId: string,
  deploymentId: string,
): Promise<Map<string, string>> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('notifications ' || ${deploymentId}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('monitoring_lamps')
    .select(['what', 'status'])
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('what', 'like', `${PREFIX}%`)
    .execute();
  return new Map(rows.map(({ what, status }) => [what.slice(PREFIX.length), status]));
}

export async function storeNotifiedState(
  tx: Tx,
  { organizationId, deploymentId }: { readonly organizationId: string; readonly deploymentId: string },
  what: string,
  status: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('monitoring_lamps')
    .values({
      organization_id: organizationId,
      deployment_id: deploymentId,
      what: PREFIX + what,
      status,
      seen_at: at,
    })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'what']).doUpdateSet({ status, seen_at: at }))
    .execute();
}

/** Nobody wants to know any more: whoever asks next is told from the beginning. */
export async function deleteNotifiedStates(tx: Tx, organizationId: string, deploymentId: string): Promise<void> {
  await tx
    .deleteFrom('monitoring_lamps')
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('what', 'like', `${PREFIX}%`)
    .execute();
}
