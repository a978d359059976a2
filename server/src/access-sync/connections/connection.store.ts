import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { ConnectionProblems } from './connection.problems.ts';

const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

async function namingClash<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = (error as { constraint?: string }).constraint === 'acl_connections_organization_id_name_key_key';
    if (taken) refuse(ConnectionProblems.nameTaken, name);
    throw error;
  }
}

type NewConnection = Omit<ConnectionRow, 'name_key' | 'paused'>;
type Change = Partial<
  Pick<ConnectionRow, 'name' | 'config' | 'sealed' | 'poll_seconds' | 'staleness_limit_seconds' | 'paused'>
>;

export const connectionStore = (db: Queries) => ({
  byId: (organizationId: string, id: string) => findRow(db, 'acl_connections', { id, organization_id: organizationId }),

  page(organizationId: string, provider: 'A' | 'B' | undefined, window: Window) {
    const own = { organization_id: organizationId, ...(provider === undefined ? {} : { provider }) };
    const mine = db.selectFrom('acl_connections').selectAll().where(matching(own));
    return pageOfRows(mine.orderBy('name_key').orderBy('id'), window);
  },

  async insert(row: NewConnection): Promise<ConnectionRow> {
    const values = { ...row, name_key: nameKey(row.name), config: JSON.stringify(row.config) };
    const made = await namingClash(
      db.insertInto('acl_connections').values(values).returningAll().executeTakeFirstOrThrow(),
      row.name,
    );
    await db.insertInto('acl_sync').values({ connection_id: row.id }).execute();
    return made;
  },

  async change(organizationId: string, id: string, { config, ...change }: Change, now: Date) {
    const after = {
      ...change,
      updated_at: now,
      ...(change.name === undefined ? {} : { name_key: nameKey(change.name) }),
      ...(config === undefined ? {} : { config: JSON.stringify(config) }),
    };
    const changed = updateRows(db, 'acl_connections', { id, organization_id: organizationId }, after);
    return (await namingClash(changed, change.name ?? ''))[0];
  },

  /**
   * In a transaction. The sync row is taken first, as by those who write what was read: taken the other way round, each
   * would wait for the other.
   */
  async delete(organizationId: string, id: string): Promise<void> {
    await db.selectFrom('acl_sync').select('fence').where('connection_id', '=', id).forUpdate().execute();
    await deleteRows(db, 'acl_connections', { id, organization_id: organizationId });
  },

  /** Whoever synchronises it looks now; with `everything`, by reading all spaces anew. */
  nudge: (id: string, everything: boolean) =>
    updateRows(
      db,
      'acl_sync',
      { connection_id: id },
      { due_at: sql`now()`, nudged_at: sql`now()`, ...(everything ? { resync: 'requested' as const } : {}) },
    ),
});
