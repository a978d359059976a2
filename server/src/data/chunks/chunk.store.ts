import type { Insertable } from 'kysely';
import type { Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { ChunkDefinitionRow, ChunkStats, DatasetDefinitionRow, DatasetInfoRow } from './chunks.tables.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}
type Owner = Pick<Actor, 'organizationId' | 'userId'>;

export const definitionStore = (db: Queries, { organizationId, userId }: Owner) => {
  const own = () =>
    db.selectFrom('dataset_definitions').where('organization_id', '=', organizationId).where('created_by', '=', userId);
  return {
    byId: (id: string): Promise<DatasetDefinitionRow | undefined> =>
      own().selectAll().where('id', '=', id).executeTakeFirst(),
    async page({ offset, limit }: Window): Promise<{ rows: DatasetDefinitionRow[]; total: number }> {
      const rows = await own().selectAll().orderBy('created_at').orderBy('id').offset(offset).limit(limit).execute();
      const { total } = await own()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },
    insert: (row: Insertable<Tables['dataset_definitions']>) =>
      db.insertInto('dataset_definitions').values(row).execute(),
    /** Held until the transaction ends, so that versions follow each other. */
    lock: (id: string): Promise<DatasetDefinitionRow | undefined> =>
      own().selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    delete: (id: string) =>
      db.deleteFrom('dataset_definitions').where('id', '=', id).where('organization_id', '=', organizationId).execute(),
  };
};

export const infoStore = (db: Queries) => ({
  /** Newest last. */
  of: (definitionIds: readonly string[]): Promise<DatasetInfoRow[]> =>
    db
      .selectFrom('dataset_definition_infos')
      .selectAll()
      .where('definition_id', 'in', definitionIds.length > 0 ? [...definitionIds] : [''])
      .orderBy('version')
      .execute(),
  insert: (row: Insertable<Tables['dataset_definition_infos']>) =>
    db.insertInto('dataset_definition_infos').values(row).execute(),
});

export const chunkStore = (db: Queries) => ({
  byId: (definitionId: string, id: string): Promise<ChunkDefinitionRow | undefined> =>
    db
      .selectFrom('chunk_definitions')
      .selectAll()
      .where('definition_id', '=', definitionId)
      .where('id', '=', id)
      .executeTakeFirst(),
  /** Of whatever dataset definition; the caller's own. */
  ofOwner: ({ organizationId, userId }: Owner, id: string): Promise<ChunkDefinitionRow | undefined> =>
    db
      .selectFrom('chunk_definitions')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('created_by', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),
  /** For jobs, which were given the id and nothing else: with the dataset its files lie under. */
  raw: (id: string): Promise<(ChunkDefinitionRow & { readonly dataset_id: string }) | undefined> =>
    db
      .selectFrom('chunk_definitions')
      .innerJoin('dataset_definitions', 'dataset_definitions.id', 'chunk_definitions.definition_id')
      .selectAll('chunk_definitions')
      .select('dataset_definitions.dataset_id')
      .where('chunk_definitions.id', '=', id)
      .executeTakeFirst(),
  list: (definitionId: string): Promise<ChunkDefinitionRow[]> =>
    db
      .selectFrom('chunk_definitions')
      .selectAll()
      .where('definition_id', '=', definitionId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  insert: (row: Insertable<Tables['chunk_definitions']>): Promise<ChunkDefinitionRow> =>
    db.insertInto('chunk_definitions').values(row).returningAll().executeTakeFirstOrThrow(),
  change: (id: string, change: { name: string; rows: string }): Promise<ChunkDefinitionRow> =>
    db
      .updateTable('chunk_definitions')
      .set(({ eb }) => ({ ...change, stats: null, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  /** False when it was changed or deleted meanwhile. */
  async analyzed(id: string, revision: number, stats: ChunkStats, rows: string): Promise<boolean> {
    const result = await db
      .updateTable('chunk_definitions')
      .set({ stats: JSON.stringify(stats), rows })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  },
  use: (id: string) => db.updateTable('chunk_definitions').set({ is_readonly: true }).where('id', '=', id).execute(),
  delete: (id: string) => db.deleteFrom('chunk_definitions').where('id', '=', id).execute(),
});

const folder = (datasetId: string, id: string): string => `datasets/${datasetId}/chunks/${id}/`;

/** One Parquet file a chunk: reading one never touches the others. */
export const chunkKey = (datasetId: string, id: string, revision: number, index: number): string =>
  `${folder(datasetId, id)}${revision}-${index}.parquet`;

/** Removes the files of a definition, of all revisions unless one is named. */
export async function deleteChunkFiles(
  { blobs }: Pick<Platform, 'blobs'>,
  datasetId: string,
  id: string,
  revision?: number,
): Promise<void> {
  const start = `${folder(datasetId, id)}${revision === undefined ? '' : `${revision}-`}`;
  const keys: string[] = [];
  for await (const key of blobs.list(folder(datasetId, id))) if (key.startsWith(start)) keys.push(key);
  for (const key of keys) await blobs.delete(key);
}
