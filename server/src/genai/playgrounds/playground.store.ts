import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { PlaygroundRow } from '../genai.tables.ts';

export type CountedPlayground = PlaygroundRow & {
  readonly blueprints: number;
  readonly saved_blueprints: number;
  readonly user_name: string | null;
};

type PlaygroundQuery<Out> = SelectQueryBuilder<Tables, 'genai_playgrounds', Out>;
type Visible = ReturnType<typeof visibleTo>;

const SAVED = sql<number>`(SELECT count(*) FROM genai_llm_blueprints b
  WHERE b.playground_id = genai_playgrounds.id AND b.is_saved)`;

const withCounts = <Out>(query: PlaygroundQuery<Out>) =>
  query
    .selectAll('genai_playgrounds')
    .select([
      sql<number>`(SELECT count(*) FROM genai_llm_blueprints b WHERE b.playground_id = genai_playgrounds.id)`.as(
        'blueprints',
      ),
      SAVED.as('saved_blueprints'),
      sql<string | null>`(SELECT username FROM users WHERE users.id = genai_playgrounds.created_by)`.as('user_name'),
    ])
    .$castTo<CountedPlayground>();

const COLUMNS = {
  name: sql`lower(name)`,
  description: sql`lower(description)`,
  creationUserId: sql`created_by`,
  creationDate: sql`created_at`,
  lastUpdateUserId: sql`updated_by`,
  lastUpdateDate: sql`updated_at`,
  savedLLMBlueprintsCount: SAVED,
} as const;

export interface PlaygroundFilter {
  readonly useCaseIds?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

export const playgroundStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<CountedPlayground | undefined> =>
    withCounts(db.selectFrom('genai_playgrounds'))
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  async page(
    organizationId: string,
    visible: Visible,
    { useCaseIds, search }: PlaygroundFilter,
    window: { readonly offset: number; readonly limit: number; readonly sort: string },
  ) {
    let mine = db
      .selectFrom('genai_playgrounds')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', visible);
    if (useCaseIds !== undefined) mine = mine.where('use_case_id', 'in', useCaseIds.length > 0 ? useCaseIds : ['']);
    if (search !== undefined) mine = mine.where(sql`strpos(lower(name), ${search.toLowerCase()})`, '>', sql.lit(0));
    const column = COLUMNS[window.sort.replace(/^-/, '') as keyof typeof COLUMNS];
    const rows = await withCounts(mine)
      .orderBy(column, window.sort.startsWith('-') ? 'desc' : 'asc')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  insert: (row: PlaygroundRow) => db.insertInto('genai_playgrounds').values(row).execute(),

  change: (
    organizationId: string,
    id: string,
    change: Partial<Pick<PlaygroundRow, 'name' | 'description'>> & Pick<PlaygroundRow, 'updated_by' | 'updated_at'>,
  ) =>
    db
      .updateTable('genai_playgrounds')
      .set(change)
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .execute(),

  delete: (organizationId: string, id: string) =>
    db.deleteFrom('genai_playgrounds').where('id', '=', id).where('organization_id', '=', organizationId).execute(),
});
