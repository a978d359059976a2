import { type Insertable, sql } from 'kysely';
import type { Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { Window } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { ChunkProblems } from './chunk.problems.ts';
import type { ChunkDefinitionRow, ChunkStats } from './chunks.tables.ts';

type Owner = Pick<Actor, 'organizationId' | 'userId'>;

export const definitionStore = (db: Queries, { organizationId, userId }: Owner) => {
  const own = { organization_id: organizationId, created_by: userId };
  return {
    byId: (id: string) => findRow(db, 'dataset_definitions', { ...own, id }),
    page: (window: Window) =>
      pageOfRows(
        db.selectFrom('dataset_definitions').selectAll().where(matching(own)).orderBy('created_at').orderBy('id'),
        window,
      ),
    insert: (row: Insertable<Tables['dataset_definitions']>) =>
      db.insertInto('dataset_definitions').values(row).execute(),
    /** Held until the transaction ends, so that versions follow each other. */
    lock: (id: string) => findRow(db, 'dataset_definitions', { ...own, id }, { lock: true }),
    delete: (id: string) => deleteRows(db, 'dataset_definitions', { id, organization_id: organizationId }),
  };
};

export const infoStore = (db: Queries) => ({
  /** Newest last. */
  of: (definitionIds: readonly string[]) =>
    findRows(db, 'dataset_definition_infos', { definition_id: definitionIds }, { orderBy: ['version'] }),
  insert: (row: Insertable<Tables['dataset_definition_infos']>) =>
    db.insertInto('dataset_definition_infos').values(row).execute(),
});

export const chunkStore = (db: Queries) => ({
  byId: (definitionId: string, id: string) => findRow(db, 'chunk_definitions', { definition_id: definitionId, id }),
  /** Of whatever dataset definition; the caller's own. */
  ofOwner: ({ organizationId, userId }: Owner, id: string) =>
    findRow(db, 'chunk_definitions', { organization_id: organizationId, created_by: userId, id }),
  /** For jobs, which were given the id and nothing else: with the dataset its files lie under. */
  raw: (id: string): Promise<(ChunkDefinitionRow & { readonly dataset_id: string }) | undefined> =>
    db
      .selectFrom('chunk_definitions')
      .innerJoin('dataset_definitions', 'dataset_definitions.id', 'chunk_definitions.definition_id')
      .selectAll('chunk_definitions')
      .select('dataset_definitions.dataset_id')
      .where('chunk_definitions.id', '=', id)
      .executeTakeFirst(),
  list: (definitionId: string) =>
    findRows(db, 'chunk_definitions', { definition_id: definitionId }, { orderBy: ['created_at', 'id'] }),
  insert: (row: Insertable<Tables['chunk_definitions']>): Promise<ChunkDefinitionRow> =>
    db.insertInto('chunk_definitions').values(row).returningAll().executeTakeFirstOrThrow(),
  async change(id: string, change: { name: string; rows: string }): Promise<ChunkDefinitionRow> {
    const next = { ...change, stats: null, revision: sql`revision + 1` };
    const [row] = await updateRows(db, 'chunk_definitions', { id }, next);
    return row ?? refuse(ChunkProblems.noSuchChunks, id);
  },
  /** False when it was changed or deleted meanwhile. */
  async analyzed(id: string, revision: number, stats: ChunkStats, rows: string): Promise<boolean> {
    const written = { stats: JSON.stringify(stats), rows };
    return (await updateRows(db, 'chunk_definitions', { id, revision }, written)).length === 1;
  },
  use: (id: string) => updateRows(db, 'chunk_definitions', { id }, { is_readonly: true }),
  delete: (id: string) => deleteRows(db, 'chunk_definitions', { id }),
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
