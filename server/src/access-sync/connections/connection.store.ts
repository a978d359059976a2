import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
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
  byId: (organizationId: string, id: string): Promise<ConnectionRow | undefined> =>
    db
      .selectFrom('acl_connections')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  async page(organizationId: string, provider: 'A' | 'B' | undefined, window: { offset: number; limit: number }) {
    let mine = db.selectFrom('acl_connections').where('organization_id', '=', organizationId);
    if (provider !== undefined) mine = mine.where('provider', '=', provider);
    const rows: ConnectionRow[] = await mine
      .selectAll()
      .orderBy('name_key')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
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

  change: (
    organizationId: string,
    id: string,
    { config, ...change }: Change,
    now: Date,
  ): Promise<ConnectionRow | undefined> =>
    namingClash(
      db
        .updateTable('acl_connections')
        .set({
          ...change,
          updated_at: now,
          ...(change.name === undefined ? {} : { name_key: nameKey(change.name) }),
          ...(config === undefined ? {} : { config: JSON.stringify(config) }),
        })
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .returningAll()
        .executeTakeFirst(),
      change.name ?? '',
    ),

  /**
   * In a transaction. The sync row is taken first, as by those who write what was read: taken the other way round, each
   * would wait for the other.
   */
  async delete(organizationId: string, id: string): Promise<void> {
    await db.selectFrom('acl_sync').select('fence').where('connection_id', '=', id).forUpdate().execute();
    await db.deleteFrom('acl_connections').where('id', '=', id).where('organization_id', '=', organizationId).execute();
  },

  /** Whoever synchronises it looks now; with `everything`, by reading all spaces anew. */
  nudge: (id: string, everything: boolean) =>
    db
      .updateTable('acl_sync')
      .set({
        due_at: sql<Date>`now()`,
        nudged_at: sql<Date>`now()`,
        ...(everything ? { resync: 'requested' as const } : {}),
      })
      .where('connection_id', '=', id)
      .execute(),
});
