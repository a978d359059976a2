import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
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

export interface VectorDatabaseFilter {
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

function applyFilter(query: Mine, filter: VectorDatabaseFilter): Mine {
  let mine = query;
  const { useCaseId, playgroundId, familyId, search } = filter;
  if (useCaseId !== undefined) mine = mine.where('use_case_id', 'in', useCaseId.length > 0 ? useCaseId : ['']);
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
  if (search !== undefined) mine = mine.where(sql`strpos(lower(name), ${search.toLowerCase()})`, '>', sql.lit(0));
  return mine;
}

export const vectorDatabaseStore = (db: Queries) => {
  const one = (organizationId: string, id: string) =>
    db.selectFrom('genai_vector_databases').where('id', '=', id).where('organization_id', '=', organizationId);
  return {
    byId: (organizationId: string, id: string): Promise<NamedVectorDatabase | undefined> =>
      withNames(one(organizationId, id)).executeTakeFirst(),

    byIds: (organizationId: string, ids: readonly string[]): Promise<NamedVectorDatabase[]> =>
      withNames(
        db
          .selectFrom('genai_vector_databases')
          .where('id', 'in', ids.length > 0 ? ids : [''])
          .where('organization_id', '=', organizationId),
      ).execute(),

    async page(
      organizationId: string,
      visible: ReturnType<typeof visibleTo>,
      filter: VectorDatabaseFilter,
      window: { readonly offset: number; readonly limit: number; readonly sort: string },
    ) {
      const all = db.selectFrom('genai_vector_databases').where('organization_id', '=', organizationId);
      const mine = applyFilter(all.where('id', 'in', visible), filter);
      const column = COLUMNS[window.sort.replace(/^-/, '') as keyof typeof COLUMNS];
      const rows = await withNames(mine)
        .orderBy(column, window.sort.startsWith('-') ? 'desc' : 'asc')
        .orderBy('id')
        .offset(window.offset)
        .limit(window.limit)
        .execute();
      const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { rows, total };
    },

    /** The newest of a family that the caller may see. */
    latest: (organizationId: string, familyId: string, visible: ReturnType<typeof visibleTo>) =>
      withNames(db.selectFrom('genai_vector_databases').where('organization_id', '=', organizationId))
        .where('family_id', '=', familyId)
        .where('id', 'in', visible)
        .orderBy('version', 'desc')
        .executeTakeFirst(),

    /** Rows of the family are locked, so that two versions made at once get different numbers. */
    async nextVersion(organizationId: string, familyId: string): Promise<number> {
      const rows = await db
        .selectFrom('genai_vector_databases')
        .select('version')
        .where('organization_id', '=', organizationId)
        .where('family_id', '=', familyId)
        .forUpdate()
        .execute();
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

    change: (
      organizationId: string,
      id: string,
      change: Partial<Omit<VectorDatabaseRow, 'chunking' | 'metadata_columns'>>,
    ) =>
      db
        .updateTable('genai_vector_databases')
        .set(change)
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .returning('id')
        .executeTakeFirst(),

    /** False when it is made already, or was deleted. */
    endOnce: async (
      organizationId: string,
      id: string,
      ending: Partial<Omit<VectorDatabaseRow, 'chunking' | 'metadata_columns'>>,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('genai_vector_databases')
        .set(ending)
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .where('execution_status', '<>', 'COMPLETED')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    idsOf: (organizationId: string) =>
      db.selectFrom('genai_vector_databases').select('id').where('organization_id', '=', organizationId).execute(),

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
      db
        .deleteFrom('genai_vector_databases')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .execute(),

    async emailOf(organizationId: string, userId: string): Promise<string> {
      const user = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .where('organization_id', '=', organizationId)
        .executeTakeFirst();
      return user?.email ?? '';
    },
  };
};
