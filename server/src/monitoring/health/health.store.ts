import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { matching } from '#platform/db/rows.ts';
import type { ServiceActivity } from './health-status.rules.ts';

export interface RecentActivity extends ServiceActivity {
  readonly deploymentId: string;
  /** Null: never. */
  readonly lastAt: Date | null;
}

/** Deployments that ever answered: when they last did, and how requests since a point in time went. */
export async function recentActivity(
  db: Queries,
  deploymentIds: readonly string[],
  since: Date,
): Promise<RecentActivity[]> {
  const { rows } = await sql<RecentActivity>`
    SELECT deployment_id AS "deploymentId", max(last_at) AS "lastAt",
      coalesce(sum(requests) FILTER (WHERE hour >= ${since}), 0)::bigint AS requests,
      coalesce(sum(user_errors) FILTER (WHERE hour >= ${since}), 0)::bigint AS "userErrors",
      coalesce(sum(server_errors) FILTER (WHERE hour >= ${since}), 0)::bigint AS "serverErrors"
    FROM monitoring_service WHERE deployment_id = any(${[...deploymentIds]}::text[]) AND batch_id = ''
    GROUP BY deployment_id`.execute(db);
  return rows;
}

export async function batchActivity(
  db: Queries,
  organizationId: string,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, ServiceActivity>> {
  const { rows } = await sql<ServiceActivity & { batchId: string }>`
    SELECT batch_id AS "batchId", sum(requests)::bigint AS requests, sum(user_errors)::bigint AS "userErrors",
      sum(server_errors)::bigint AS "serverErrors"
    FROM monitoring_service WHERE organization_id = ${organizationId} AND batch_id = any(${[...batchIds]}::text[])
    GROUP BY batch_id`.execute(db);
  return new Map(rows.map((row) => [row.batchId, row]));
}

/** Rows predicted by deployment and day of UTC. */
export async function dailyPredictions(
  db: Queries,
  deploymentIds: readonly string[],
  since: Date,
): Promise<{ deploymentId: string; day: Date; predictions: number }[]> {
  const { rows } = await sql<{ deploymentId: string; day: Date; predictions: number }>`
    SELECT deployment_id AS "deploymentId", date_trunc('day', hour, 'UTC') AS day, sum(predictions)::bigint AS predictions
    FROM monitoring_service
    WHERE deployment_id = any(${[...deploymentIds]}::text[]) AND batch_id = '' AND hour >= ${since}
    GROUP BY 1, 2`.execute(db);
  return rows;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_lamps: { organization_id: string; deployment_id: string; what: string; status: string; seen_at: Date };
  }
}

export const healthStatusStore = (db: Queries) => ({
  seen: (organizationId: string, what: string) =>
    db
      .selectFrom('monitoring_lamps')
      .select(['deployment_id', 'status', 'seen_at'])
      .where(matching<'monitoring_lamps'>({ organization_id: organizationId, what }))
      .execute(),

  keep: (organizationId: string, deploymentId: string, what: string, status: string, at: Date) =>
    db
      .insertInto('monitoring_lamps')
      .values({ organization_id: organizationId, deployment_id: deploymentId, what, status, seen_at: at })
      .onConflict((conflict) => conflict.columns(['deployment_id', 'what']).doUpdateSet({ status, seen_at: at }))
      .execute(),
});
