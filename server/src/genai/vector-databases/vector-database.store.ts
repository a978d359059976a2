import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Window } from '#platform/http/page.ts';
import { readOrder } from '#platform/http/page.ts';
import '#platform/jobs/job.store.ts';
import type { VectorDatabaseRow } from '../genai.tables.ts';

export type NamedVectorDatabase = VectorDatabaseRow & {
  readonly playgrounds: number;
  readonly user_name: string | null;
};

type Selection<Out> = SelectQueryBuilder<Tables, 'genai_vector_databases', Out>;

/** A job that was cancelled before it began, or whose worker died for good, could not say so in our table. */
const ENDED = sql<boolean>`(execution_status IN ('NEW', 'RUNNING') AND EXISTS (SELECT 1 FROM job_records j
  WHERE j.id::text = genai_vector_databases.status_id AND j.status IN ('ERROR', 'ABORTED', 'EXPIRED')))`;

const REASON = sql<string>`COALESCE((SELECT j.message FROM job_records j
  WHERE j.id::text = genai_vector_databases.status_id AND j.status <> 'ABORTED'), 'The building was cancelled.')`;

const withNames = <Out>(query: Selection<Out>) =>
  query
    .selectAll('genai_vector_databases')
    .select([
      sql<VectorDatabaseRow['execution_status']>`CASE WHEN ${ENDED} THEN 'ERROR' ELSE execution_status END`.as(
        'execution_status',
      ),
      sql<string | null>`CASE WHEN ${ENDED} THEN ${REASON} ELSE error_message END`.as('error_message'),
      sql<number>`(SELECT count(DISTINCT b.playground_id) FROM genai_llm_blueprints b
        WHERE b.vector_database_id = genai_vector_databases.id)`.as('playgrounds'),
      sql<string | null>`(SELECT username FROM users WHERE users.id = genai_vector_databases.created_by)`.as(
        'user_name',
      ),
    ])
    .$castTo<NamedVectorDatabase>();

const COLUMNS = {
  name: sql`lower(name)`,
  creationUserId: sql`created_by`,
  creationDate: sql`created_at`,
  embeddingModel: sql`embedding_model`,
  datasetId: sql`dataset_id`,
  chunksCount: sql`chunks_count`,
  size: sql`size`,
  lastUpdateDate: sql`updated_at`,
} as const;

export interface VectorDatabaseQuery extends Window {
  readonly sort: keyof typeof COLUMNS | `-${keyof typeof COLUMNS}`;
  readonly useCaseId?: readonly string[] | undefined;
  readonly playgroundId?: string | undefined;
  readonly familyId?: string | undefined;
  readonly parentsOnly?: boolean | undefined;
  readonly completedOnly?: boolean | undefined;
  readonly search?: string | undefined;
}

type NewVectorDatabase = Omit<
  VectorDatabaseRow,
  'chunks_count' | 'size' | 'dimensions' | 'error_message' | 'vector_index'
>;
type Mine = Selection<Record<never, never>>;

function applyFilter(query: Mine, filter: VectorDatabaseQuery): Mine {
  let mine = query;
  const { useCaseId, playgroundId, familyId, search } = filter;
  if (useCaseId !== undefined) mine = mine.where('use_case_id', 'in', [...useCaseId, '']);
  if (playgroundId !== undefined)
    mine = mine.where('id', 'in', ({ selectFrom }) =>
      selectFrom('genai_llm_blueprints')
        .select(sql<string>`vector_database_id`.as('used'))
        .where('playground_id', '=', playgroundId)
        .where('vector_database_id', 'is not', null),
    );
  if (familyId !== undefined) mine = mine.where('family_id', '=', familyId);
  if (filter.parentsOnly) mine = mine.where('parent_id', 'is', null);
  if (filter.completedOnly) mine = mine.where('execution_status', '=', 'COMPLETED');
  if (search !== undefined) mine = mine.where(sql<boolean>`strpos(lower(name), ${search.toLowerCase()}) > 0`);
  return mine;
}

/** What a build changes. */
type Change = Partial<Omit<VectorDatabaseRow, 'chunking' | 'metadata_columns'>>;

export const vectorDatabaseStore = (db: Queries) => {
  const of = (organizationId: string) =>
    db.selectFrom('genai_vector_databases').where('organization_id', '=', organizationId);
  return {
    byId: (organizationId: string, id: string): Promise<NamedVectorDatabase | undefined> =>
      withNames(of(organizationId).where('id', '=', id)).executeTakeFirst(),

    byIds: (organizationId: string, ids: readonly string[]): Promise<NamedVectorDatabase[]> =>
      withNames(of(organizationId).where('id', 'in', [...ids, ''])).execute(),

    page(organizationId: string, visible: ReturnType<typeof visibleTo>, query: VectorDatabaseQuery) {
      const mine = applyFilter(of(organizationId).where('id', 'in', visible), query);
      const { field, direction } = readOrder(query.sort);
      return pageOfRows(withNames(mine).orderBy(COLUMNS[field], direction).orderBy('id'), query);
    },

    /** The newest of a family that the caller may see. */
    latest: (organizationId: string, familyId: string, visible: ReturnType<typeof visibleTo>) =>
      withNames(of(organizationId).where('family_id', '=', familyId).where('id', 'in', visible))
        .orderBy('version', 'desc')
        .executeTakeFirst(),

    /** Rows of the family are locked, so that two versions made at once get different numbers. */
    async nextVersion(organizationId: string, familyId: string): Promise<number> {
      const family = of(organizationId).where('family_id', '=', familyId);
      const rows = await family.select('version').forUpdate().execute();
      return Math.max(0, ...rows.map(({ version }) => version)) + 1;
    },

    insert: ({ chunking, metadata_columns, ...row }: NewVectorDatabase) =>
      db
        .insertInto('genai_vector_databases')
        .values({
          ...row,
          chunking: JSON.stringify(chunking),
          metadata_columns: JSON.stringify(metadata_columns),
        })
        .execute(),

    change: (organizationId: string, id: string, change: Change) =>
      updateRows(db, 'genai_vector_databases', { id, organization_id: organizationId }, change),

    /** False when it is made already, or was deleted. */
    endOnce: async (organizationId: string, id: string, ending: Change): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('genai_vector_databases')
        .set(ending)
        .where(matching({ id, organization_id: organizationId }))
        .where('execution_status', '<>', 'COMPLETED')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    idsOf: (organizationId: string) => of(organizationId).select('id').execute(),

    /** Drafts alone: what a saved blueprint does stays as it is. */
    repoint: (organizationId: string, from: string, to: string) =>
      db
        .updateTable('genai_llm_blueprints')
        .set({ vector_database_id: to })
        .where('organization_id', '=', organizationId)
        .where('vector_database_id', '=', from)
        .where('is_saved', '=', false)
        .execute(),

    delete: (organizationId: string, id: string) =>
      deleteRows(db, 'genai_vector_databases', { id, organization_id: organizationId }),

    async emailOf(organizationId: string, userId: string): Promise<string> {
      const user = await db
        .selectFrom('users')
        .select('email')
        .where(matching({ id: userId, organization_id: organizationId }))
        .executeTakeFirst();
      return user?.email ?? '';
    },
  };
};
