import type { Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRows, matching, updateRows } from '#platform/db/rows.ts';
import type { Actor } from '#platform/http/actor.ts';

interface DataStageTable {
  id: string;
  organization_id: string;
  owner_id: string;
  filename: string;
  created_at: Date;
  finalized_at: Date | null;
  expires_at: Date;
}

interface DataStagePartTable {
  stage_id: string;
  number: number;
  blob_key: string;
  bytes: number;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    data_stages: DataStageTable;
    data_stage_parts: DataStagePartTable;
  }
}

type StageRow = Selectable<DataStageTable>;
type PartRow = Selectable<DataStagePartTable>;

export const stageStore = (db: Queries) => ({
  insert: (row: StageRow) => db.insertInto('data_stages').values(row).execute(),

  /** Only the owner's, only while it lasts, and held until the transaction ends. */
  lock: (owner: Pick<Actor, 'organizationId' | 'userId'>, id: string, now: Date): Promise<StageRow | undefined> =>
    db
      .selectFrom('data_stages')
      .selectAll()
      .where(matching({ id, organization_id: owner.organizationId, owner_id: owner.userId }))
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst(),

  change: (id: string, change: Partial<Pick<StageRow, 'expires_at' | 'finalized_at'>>) =>
    updateRows(db, 'data_stages', { id }, change),

  parts: (stageId: string) => findRows(db, 'data_stage_parts', { stage_id: stageId }, { orderBy: ['number'] }),

  putPart: (row: PartRow) =>
    db
      .insertInto('data_stage_parts')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['stage_id', 'number']).doUpdateSet({ blob_key: row.blob_key, bytes: row.bytes }),
      )
      .execute(),

  expired: async (now: Date): Promise<string[]> =>
    (await db.selectFrom('data_stages').select('id').where('expires_at', '<=', now).limit(1000).execute()).map(
      ({ id }) => id,
    ),

  /** False when it was used in the meantime. */
  deleteExpired: async (id: string, now: Date): Promise<boolean> => {
    const [gone] = await db.deleteFrom('data_stages').where('id', '=', id).where('expires_at', '<=', now).execute();
    return Number(gone?.numDeletedRows ?? 0) > 0;
  },
});
