import { type ColumnType, type Selectable, type SqlBool, sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { deleteRows } from '#platform/db/rows.ts';

/** Where the stored rows of an organization are. */
export const storedRowsFolder = (organizationId: string): string => `kept-rows/${organizationId}/`;

/** A column of a Parquet file of stored rows: as it was sent, or as it was answered. */
export interface StoredColumn {
  readonly name: string;
  readonly from: 'sent' | 'answer';
}

interface StoredRowTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  key: string;
  format: 'records' | 'parquet';
  bytes: number;
  rows: number;
  earliest: Date;
  latest: Date;
  columns: ColumnType<readonly StoredColumn[] | null, string | null, string | null>;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    kept_rows: StoredRowTable;
  }
}

export type StoredFile = Selectable<StoredRowTable>;
export type NewStoredFile = Omit<StoredFile, 'columns'> & { readonly columns: string | null };

/** Whose rows. */
export interface RowOwner {
  readonly organizationId: string;
  readonly deploymentId: string;
}

export const storedRowStore = (db: Queries, organizationId: string) => {
  const ours = () => db.selectFrom('kept_rows').where('organization_id', '=', organizationId);
  const of = (deploymentId: string, format: StoredFile['format']) =>
    ours().where('deployment_id', '=', deploymentId).where('format', '=', format).selectAll();
  return {
    /** Recorded and not folded yet, the oldest first. */
    unfolded: (deploymentId: string, most: number): Promise<StoredFile[]> =>
      of(deploymentId, 'records').orderBy('latest').orderBy('id').limit(most).execute(),

    /** Parquet files with rows of [start, end). */
    within: (
      deploymentId: string,
      { start, end }: { readonly start: Date; readonly end: Date },
    ): Promise<StoredFile[]> =>
      of(deploymentId, 'parquet')
        .where('latest', '>=', start)
        .where('earliest', '<', end)
        .orderBy('earliest')
        .orderBy('id')
        .execute(),

    async hasAny(deploymentId: string): Promise<boolean> {
      return (await ours().select('id').where('deployment_id', '=', deploymentId).limit(1).execute()).length > 0;
    },

    async deployments(): Promise<string[]> {
      const rows = await ours().select('deployment_id').distinct().execute();
      return rows.map(({ deployment_id }) => deployment_id);
    },

    async keys(): Promise<ReadonlySet<string>> {
      return new Set((await ours().select('key').execute()).map(({ key }) => key));
    },

    olderThan: (moment: Date): Promise<StoredFile[]> => ours().selectAll().where('latest', '<', moment).execute(),

    async drop(ids: readonly string[]): Promise<void> {
      await deleteFiles(db, organizationId, ids);
    },

    async forget(deploymentId: string): Promise<void> {
      await deleteRows(db, 'kept_rows', { organization_id: organizationId, deployment_id: deploymentId });
    },
  };
};

/** Those who keep rows do so beside each other; who finds that there are none left is alone. */
export async function lockStoredRows(tx: Tx, organizationId: string, how: 'beside others' | 'alone'): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`SELECT ${lock}(hashtextextended('kept rows ' || ${organizationId}, 0))`.execute(tx);
}

async function deleteFiles(db: Queries, organizationId: string, ids: readonly string[]): Promise<number> {
  const rows = await db
    .deleteFrom('kept_rows')
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`id = any(${[...ids]}::text[])`)
    .returning('id')
    .execute();
  return rows.length;
}

/** Once, however often the segment they came from is read. */
export async function insertRecorded(tx: Tx, file: NewStoredFile): Promise<void> {
  await tx
    .insertInto('kept_rows')
    .values(file)
    .onConflict((clash) => clash.column('id').doNothing())
    .execute();
}

/** New files for old ones; false when another was faster with one of the old ones, and then nothing may be kept. */
export async function swapFiles(
  tx: Tx,
  organizationId: string,
  old: readonly string[],
  made: readonly NewStoredFile[],
): Promise<boolean> {
  if ((await deleteFiles(tx, organizationId, old)) !== old.length) return false;
  for (const file of made) await tx.insertInto('kept_rows').values(file).execute();
  return true;
}
