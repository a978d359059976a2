import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { DeletedOrganizationRow } from '../accounts.tables.ts';

export const deletedOrganizationStore = (db: Queries) => ({
  byId: (id: string): Promise<DeletedOrganizationRow | undefined> => findRow(db, 'deleted_organizations', { id }),

  /** Held until the transaction ends, so that an erasure and its cancellation take turns. */
  lock: (id: string): Promise<DeletedOrganizationRow | undefined> =>
    findRow(db, 'deleted_organizations', { id }, { lock: true }),

  page: (window: { readonly offset: number; readonly limit: number }) =>
    pageOfRows(db.selectFrom('deleted_organizations').selectAll().orderBy('deleted_at', 'desc').orderBy('id'), window),

  insert: (row: DeletedOrganizationRow) =>
    db
      .insertInto('deleted_organizations')
      .values({ ...row, counts: JSON.stringify(row.counts) })
      .execute(),

  change: (id: string, change: Partial<Pick<DeletedOrganizationRow, 'state' | 'status_id' | 'erased_at'>>) =>
    updateRows(db, 'deleted_organizations', { id }, change),

  delete: (id: string) => deleteRows(db, 'deleted_organizations', { id }),

  /** Nobody of the organization can sign in any more; answers who could. Triggers tell every server. */
  async closeAccounts(organizationId: string, now: Date): Promise<string[]> {
    const rows = await db
      .updateTable('users')
      .set({ disabled_at: now })
      .where(matching<'users'>({ organization_id: organizationId, disabled_at: null }))
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },

  openAccounts: async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    await updateRows(db, 'users', { id: [...ids] }, { disabled_at: null });
  },

  openJobs: async (organizationId: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('job_records')
      .select('id')
      .where(matching<'job_records'>({ organization_id: organizationId, status: ['INITIALIZED', 'RUNNING'] }))
      .execute();
    return rows.map(({ id }) => id);
  },
});

/** Tables with these names are emptied last: everything refers to them. */
const LAST = ['users', 'organizations'];

interface Reference {
  readonly child: string;
  readonly parent: string;
}

/** Children before parents. Tables that refer to each other in a circle come in any order: they must cascade. */
export function childrenFirst(tables: readonly string[], references: readonly Reference[]): readonly string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (table: string): void => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const { child, parent } of references) {
      if (parent === table && tables.includes(child)) visit(child);
    }
    ordered.push(table);
  };
  for (const table of [...tables].sort()) visit(table);
  return ordered;
}

export const rowEraser = (db: Queries) => ({
  /** Every table whose rows say which organization they belong to, in an order in which they can be emptied. */
  async tables(): Promise<readonly string[]> {
    const { rows: owned } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'organization_id'`.execute(db);
    const { rows: references } = await sql<Reference>`
      SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`.execute(db);
    const names = owned.map(({ name }) => name).filter((name) => !LAST.includes(name));
    return [...childrenFirst(names, references), ...LAST];
  },

  async count(table: string, organizationId: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM ${sql.table(table)} WHERE organization_id = ${organizationId}`.execute(db);
    return Number(rows[0]?.n ?? 0);
  },

  /** In pieces, so that no transaction is long and a killed job goes on where it was. */
  async empty(table: string, organizationId: string, signal: AbortSignal): Promise<void> {
    const owner = table === 'organizations' ? sql.ref('id') : sql.ref('organization_id');
    for (;;) {
      signal.throwIfAborted();
      const { numAffectedRows } = await sql`
        DELETE FROM ${sql.table(table)} WHERE ctid IN (
          SELECT ctid FROM ${sql.table(table)} WHERE ${owner} = ${organizationId} LIMIT 5000)`.execute(db);
      if ((numAffectedRows ?? 0n) === 0n) return;
    }
  },
});
