import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Window } from '#platform/http/page.ts';
import { readOrder } from '#platform/http/page.ts';
import type { PlaygroundRow } from '../genai.tables.ts';

export type CountedPlayground = PlaygroundRow & {
  readonly blueprints: number;
  readonly saved_blueprints: number;
  readonly user_name: string | null;
};

const BLUEPRINTS = sql`SELECT count(*) FROM genai_llm_blueprints b WHERE b.playground_id = genai_playgrounds.id`;
const SAVED = sql<number>`(${BLUEPRINTS} AND b.is_saved)`;

const withCounts = <Out>(query: SelectQueryBuilder<Tables, 'genai_playgrounds', Out>) =>
  query
    .selectAll('genai_playgrounds')
    .select([
      sql<number>`(${BLUEPRINTS})`.as('blueprints'),
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

interface PlaygroundQuery extends Window {
  readonly useCaseId?: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly sort: keyof typeof COLUMNS | `-${keyof typeof COLUMNS}`;
}

type Change = Partial<Pick<PlaygroundRow, 'name' | 'description'>> & Pick<PlaygroundRow, 'updated_by' | 'updated_at'>;

export const playgroundStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<CountedPlayground | undefined> =>
    withCounts(db.selectFrom('genai_playgrounds'))
      .where(matching({ id, organization_id: organizationId }))
      .executeTakeFirst(),

  page(organizationId: string, visible: ReturnType<typeof visibleTo>, query: PlaygroundQuery) {
    const { useCaseId, search, sort } = query;
    let mine = db
      .selectFrom('genai_playgrounds')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', visible);
    if (useCaseId !== undefined) mine = mine.where('use_case_id', 'in', [...useCaseId, '']);
    if (search !== undefined) mine = mine.where(sql<boolean>`strpos(lower(name), ${search.toLowerCase()}) > 0`);
    const { field, direction } = readOrder(sort);
    return pageOfRows(withCounts(mine).orderBy(COLUMNS[field], direction).orderBy('id'), query);
  },

  insert: (row: PlaygroundRow) => db.insertInto('genai_playgrounds').values(row).execute(),

  change: (organizationId: string, id: string, change: Change) =>
    updateRows(db, 'genai_playgrounds', { id, organization_id: organizationId }, change),

  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'genai_playgrounds', { id, organization_id: organizationId }),
});
