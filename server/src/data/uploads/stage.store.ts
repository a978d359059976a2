import type { Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

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

interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

export const stageStore = (db: Queries) => ({
  insert: (row: StageRow) => db.insertInto('data_stages').values(row).execute(),

  /** Only the owner's, only while it lasts, and held until the transaction ends. */
  lock: (owner: Owner, id: string, now: Date): Promise<StageRow | undefined> =>
    db
      .selectFrom('data_stages')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', owner.organizationId)
      .where('owner_id', '=', owner.userId)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst(),

  change: (id: string, change: Partial<Pick<StageRow, 'expires_at' | 'finalized_at'>>) =>
    db.updateTable('data_stages').set(change).where('id', '=', id).execute(),

  parts: (stageId: string): Promise<PartRow[]> =>
    db.selectFrom('data_stage_parts').selectAll().where('stage_id', '=', stageId).orderBy('number').execute(),

  putPart: (row: PartRow) =>
    db
      .insertInto('data_stage_parts')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['stage_id', 'number']).doUpdateSet(({ ref }) => ({
          blob_key: ref('excluded.blob_key'),
          bytes: ref('excluded.bytes'),
        })),
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
