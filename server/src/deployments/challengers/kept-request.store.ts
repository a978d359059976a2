import type { Queries } from '#platform/db/database.ts';

interface KeptRequestTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  key: string;
  bytes: number;
  earliest: Date;
  latest: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    kept_requests: KeptRequestTable;
  }
}

export type KeptFile = KeptRequestTable;

export const keptRequestStore = (db: Queries) => ({
  /** Once, however often the segment they came from is read. */
  put: (row: KeptFile) =>
    db
      .insertInto('kept_requests')
      .values(row)
      .onConflict((clash) => clash.column('id').doNothing())
      .execute(),

  /** Files with requests after one moment and up to another, the oldest first. */
  between: (organizationId: string, deploymentId: string, after: Date, until: Date): Promise<KeptFile[]> =>
    db
      .selectFrom('kept_requests')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('latest', '>', after)
      .where('earliest', '<=', until)
      .orderBy('latest')
      .orderBy('id')
      .execute(),

  before: (organizationId: string, deploymentId: string, moment: Date): Promise<KeptFile[]> =>
    db
      .selectFrom('kept_requests')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('latest', '<', moment)
      .limit(1000)
      .execute(),

  drop: (organizationId: string, id: string) =>
    db.deleteFrom('kept_requests').where('organization_id', '=', organizationId).where('id', '=', id).execute(),
});
