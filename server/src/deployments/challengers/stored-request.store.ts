import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows } from '#platform/db/rows.ts';
import type { ChallengerRow } from '../deployments.tables.ts';

interface KeptRequestTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  key: string;
  bytes: number;
  earliest: Date;
  latest: Date;
}

interface ReplayedTable {
  challenger_id: string;
  kept_id: string;
  replayed_until: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    kept_requests: KeptRequestTable;
    replayed_requests: ReplayedTable;
  }
}

export type StoredFile = KeptRequestTable;

export const storedRequestStore = (db: Queries) => ({
  /** Once, however often the segment they came from is read. */
  put: (row: StoredFile) =>
    db
      .insertInto('kept_requests')
      .values(row)
      .onConflict((clash) => clash.column('id').doNothing())
      .execute(),

  /** Files with requests up to a moment that the challenger has not answered all of, and how far it got. */
  unanswered: (
    challenger: Pick<ChallengerRow, 'id' | 'organization_id' | 'deployment_id' | 'created_at'>,
    until: Date,
  ) =>
    db
      .selectFrom('kept_requests')
      .leftJoin('replayed_requests', (join) =>
        join
          .onRef('replayed_requests.kept_id', '=', 'kept_requests.id')
          .on('replayed_requests.challenger_id', '=', challenger.id),
      )
      .select(['kept_requests.id', 'kept_requests.key', 'replayed_requests.replayed_until'])
      .where('kept_requests.organization_id', '=', challenger.organization_id)
      .where('kept_requests.deployment_id', '=', challenger.deployment_id)
      .where('kept_requests.latest', '>', sql<Date>`coalesce(replayed_until, ${challenger.created_at})`)
      .where('kept_requests.earliest', '<=', until)
      .orderBy('kept_requests.latest')
      .orderBy('kept_requests.id')
      .execute(),

  answered: (challengerId: string, keptId: string, until: Date) =>
    db
      .insertInto('replayed_requests')
      .values({ challenger_id: challengerId, kept_id: keptId, replayed_until: until })
      .onConflict((clash) => clash.columns(['challenger_id', 'kept_id']).doUpdateSet({ replayed_until: until }))
      .execute(),

  before: (organizationId: string, deploymentId: string, moment: Date): Promise<StoredFile[]> =>
    db
      .selectFrom('kept_requests')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('latest', '<', moment)
      .limit(1000)
      .execute(),

  drop: (organization_id: string, id: string) => deleteRows(db, 'kept_requests', { organization_id, id }),
});
