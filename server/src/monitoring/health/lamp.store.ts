import type { Queries } from '#platform/db/database.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_lamps: { organization_id: string; deployment_id: string; what: string; status: string; seen_at: Date };
  }
}

export const lampStore = (db: Queries) => ({
  seen: (organizationId: string, what: string) =>
    db
      .selectFrom('monitoring_lamps')
      .select(['deployment_id', 'status', 'seen_at'])
      .where('organization_id', '=', organizationId)
      .where('what', '=', what)
      .execute(),

  keep: (organizationId: string, deploymentId: string, what: string, status: string, at: Date) =>
    db
      .insertInto('monitoring_lamps')
      .values({ organization_id: organizationId, deployment_id: deploymentId, what, status, seen_at: at })
      .onConflict((conflict) => conflict.columns(['deployment_id', 'what']).doUpdateSet({ status, seen_at: at }))
      .execute(),
});
