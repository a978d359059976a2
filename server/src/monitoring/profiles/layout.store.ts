import type { Queries } from '#platform/db/database.ts';
import type { Layout, LayoutColumn } from './layout.ts';

export const layoutStore = (db: Queries) => ({
  async of(organizationId: string, packageIds: readonly string[]): Promise<ReadonlyMap<string, Layout>> {
    if (packageIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('monitoring_layouts')
      .select(['package_id', 'columns'])
      .where('organization_id', '=', organizationId)
      .where('package_id', 'in', packageIds)
      .execute();
    return new Map(rows.map((row) => [row.package_id, row.columns]));
  },

  /** The first to come decides. */
  async putFirst(organizationId: string, packageId: string, layout: Layout): Promise<void> {
    await db
      .insertInto('monitoring_layouts')
      .values({ organization_id: organizationId, package_id: packageId, columns: JSON.stringify(layout) })
      .onConflict((conflict) => conflict.column('package_id').doNothing())
      .execute();
  },

  /** Appends columns that are new, in the caller's transaction; answers the layout as it is then. */
  async grow(organizationId: string, packageId: string, columns: readonly LayoutColumn[]): Promise<Layout> {
    const { columns: known } = await db
      .selectFrom('monitoring_layouts')
      .select('columns')
      .where('organization_id', '=', organizationId)
      .where('package_id', '=', packageId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const names = new Set(known.map(({ name }) => name));
    const fresh = columns.filter(({ name }) => !names.has(name));
    if (fresh.length === 0) return known;
    const grown = [...known, ...fresh];
    await db
      .updateTable('monitoring_layouts')
      .set({ columns: JSON.stringify(grown) })
      .where('organization_id', '=', organizationId)
      .where('package_id', '=', packageId)
      .execute();
    return grown;
  },
});
