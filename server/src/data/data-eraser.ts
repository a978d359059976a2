import { sql } from 'kysely';
import type { Eraser } from '#accounts';

/** What goes with an organization besides its rows: the files of its datasets and of uploads in parts. */
export const dataEraser: Eraser = {
  counted: { datasets: 'datasets', recipes: 'recipes', dataStores: 'data_stores' },
  async blobPrefixes(db, organizationId) {
    const { rows } = await sql<{ prefix: string }>`
      SELECT 'datasets/' || id || '/' AS prefix FROM datasets WHERE organization_id = ${organizationId}
      UNION ALL SELECT 'stages/' || id || '/' FROM data_stages WHERE organization_id = ${organizationId}`.execute(db);
    return rows.map(({ prefix }) => prefix);
  },
};
