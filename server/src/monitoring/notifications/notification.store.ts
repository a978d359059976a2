import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRows, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { DeliveryRow } from './notification.tables.ts';

const ERROR_LENGTH = 1000;
const OLDEST_FIRST = { orderBy: ['created_at', 'id'] } as const;

export interface DeploymentKey {
  readonly organization_id: string;
  readonly deployment_id: string;
}

/** A deployment has few channels and policies: all of them, the oldest first. */
export const listChannelRows = (db: Queries, { organization_id, deployment_id }: DeploymentKey) =>
  findRows(db, 'notification_channels', { organization_id, deployment_id }, OLDEST_FIRST);

export const listPolicyRows = (db: Queries, { organization_id, deployment_id }: DeploymentKey) =>
  findRows(db, 'notification_policies', { organization_id, deployment_id }, OLDEST_FIRST);

interface Attempt {
  /** Without a status it is tried again. */
  readonly status?: 'delivered' | 'failed';
  readonly error: string | null;
  readonly at: Date;
}

export const recordAttempt = (
  db: Queries,
  { organization_id, id }: Pick<DeliveryRow, 'organization_id' | 'id'>,
  { status, error, at }: Attempt,
) =>
  updateRows(
    db,
    'notification_deliveries',
    { organization_id, id },
    {
      attempts: sql`attempts + 1`,
      last_error: error?.slice(0, ERROR_LENGTH) ?? null,
      ...(status && { status, ended_at: at }),
    },
  );

/** When a policy, or a test of a channel, last sent something. */
export async function lastDelivery(
  db: Queries,
  by: Pick<DeliveryRow, 'organization_id' | 'policy_id'> & { readonly channel_id?: string },
): Promise<Date | null> {
  const query = db.selectFrom('notification_deliveries').where(matching<'notification_deliveries'>(by));
  const row = await query.select((eb) => eb.fn.max('created_at').as('last')).executeTakeFirst();
  return row?.last ?? null;
}

/** Policies that have already sent a notification of this event of a batch job. */
export async function notifiedPolicies(
  db: Queries,
  event: DeploymentKey & { readonly event_type: string },
  batchJobId: string,
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('notification_deliveries')
    .select('policy_id')
    .where(matching<'notification_deliveries'>(event))
    .where(sql<string>`payload::json -> 'details' ->> 'batchJobId'`, '=', batchJobId)
    .execute();
  return new Set(rows.map(({ policy_id }) => policy_id));
}

/** The newest first. */
export function pageOfDeliveries(db: Queries, key: DeploymentKey, window: { offset: number; limit: number }) {
  const query = db.selectFrom('notification_deliveries').selectAll().where(matching<'notification_deliveries'>(key));
  return pageOfRows(query.orderBy('created_at', 'desc').orderBy('id'), window);
}

export async function deleteDeliveriesBefore(db: Queries, key: DeploymentKey, before: Date): Promise<void> {
  const query = db.deleteFrom('notification_deliveries').where(matching<'notification_deliveries'>(key));
  await query.where('created_at', '<', before).execute();
}

/** The statuses of the last notifications; other readers of health use other prefixes. */
const PREFIX = 'notified ';

/** Statuses of one deployment, locked until the transaction ends: concurrent evaluations wait. */
export async function lockNotifiedStates(tx: Tx, key: DeploymentKey): Promise<Map<string, string>> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('notifications ' || ${key.deployment_id}, 0))`.execute(tx);
  const query = tx.selectFrom('monitoring_lamps').select(['what', 'status']);
  const rows = await query.where(matching<'monitoring_lamps'>(key)).where('what', 'like', `${PREFIX}%`).execute();
  return new Map(rows.map(({ what, status }) => [what.slice(PREFIX.length), status]));
}

export async function storeNotifiedState(
  tx: Tx,
  key: DeploymentKey,
  what: string,
  status: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('monitoring_lamps')
    .values({ ...key, what: PREFIX + what, status, seen_at: at })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'what']).doUpdateSet({ status, seen_at: at }))
    .execute();
}

/** After the last policy is gone: the next one starts without known statuses. */
export async function deleteNotifiedStates(tx: Tx, key: DeploymentKey): Promise<void> {
  const query = tx.deleteFrom('monitoring_lamps').where(matching<'monitoring_lamps'>(key));
  await query.where('what', 'like', `${PREFIX}%`).execute();
}
