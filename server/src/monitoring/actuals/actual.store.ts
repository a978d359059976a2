import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';

/** What really happened to one id. */
export interface Actual {
  readonly associationId: string;
  readonly value: string;
  readonly wasActedOn: boolean | null;
  readonly happenedAt: Date | null;
}

interface KnownActual {
  readonly value: string;
  readonly isAutomatic: boolean;
}

/** What is known already, by id. */
export async function actualsOf(
  db: Queries,
  deploymentId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownActual>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('monitoring_actuals')
    .select(['association_id', 'value', 'automatic'])
    .where('deployment_id', '=', deploymentId)
    .where('association_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ association_id, value, automatic }) => [association_id, { value, isAutomatic: automatic }]),
  );
}

/** All at once; the last word counts. What is said again is not written again. */
export async function putActuals(
  tx: Tx,
  to: { readonly organizationId: string; readonly deploymentId: string; readonly isAutomatic?: boolean },
  actuals: readonly Actual[],
  receivedAt: Date,
): Promise<void> {
  if (actuals.length === 0) return;
  const { organizationId, deploymentId, isAutomatic = false } = to;
  const column = <T>(of: (actual: Actual) => T) => actuals.map(of);
  await sql`
    INSERT INTO monitoring_actuals AS a (deployment_id, organization_id, received_at, automatic, association_id, value,
      was_acted_on, happened_at)
    SELECT ${deploymentId}, ${organizationId}, ${receivedAt}::timestamptz, ${isAutomatic}::boolean, * FROM unnest(
      ${column(({ associationId }) => associationId)}::text[], ${column(({ value }) => value)}::text[],
      ${column(({ wasActedOn }) => wasActedOn)}::boolean[],
      ${column(({ happenedAt }) => happenedAt?.toISOString() ?? null)}::timestamptz[])
    ON CONFLICT (deployment_id, association_id) DO UPDATE SET value = excluded.value,
      was_acted_on = excluded.was_acted_on, happened_at = excluded.happened_at, received_at = excluded.received_at,
      automatic = excluded.automatic
    WHERE (a.value, a.was_acted_on, a.happened_at, a.automatic) IS DISTINCT FROM
      (excluded.value, excluded.was_acted_on, excluded.happened_at, excluded.automatic)`.execute(tx);
}
