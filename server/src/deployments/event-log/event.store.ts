import type { Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { matching, pageOfRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';

interface DeploymentEventTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  type: string;
  title: string;
  message: string;
  guard_name: string;
  metric_name: string;
  happened_at: Date;
  reported_by: string;
  reported_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    deployment_events: DeploymentEventTable;
  }
}

export type DeploymentEventRow = Selectable<DeploymentEventTable>;

export const eventStore = (db: Queries, organizationId: string) => ({
  insert: (row: DeploymentEventRow): Promise<DeploymentEventRow> =>
    db.insertInto('deployment_events').values(row).returningAll().executeTakeFirstOrThrow(),

  /** Newest first. */
  page: (deploymentId: string, window: Window) =>
    pageOfRows(
      db
        .selectFrom('deployment_events')
        .selectAll()
        .where(matching<'deployment_events'>({ organization_id: organizationId, deployment_id: deploymentId }))
        .orderBy('happened_at', 'desc')
        .orderBy('id'),
      window,
    ),
});
