import { type Insertable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { CustomModelVersionRow } from '../deployments.tables.ts';

export const customModelVersionStore = (db: Queries) => ({
  byId: (organization_id: string, id: string) => findRow(db, 'custom_model_versions', { organization_id, id }),

  /** The last that the same person made of the same thing. */
  newestOf: (organizationId: string, userId: string, sourceId: string): Promise<CustomModelVersionRow | undefined> =>
    db
      .selectFrom('custom_model_versions')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('source_id', '=', sourceId)
      .where('created_by', '=', userId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Locks the version numbers of this source until the transaction ends. */
  lock: (sourceId: string) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${sourceId}, 0))`.execute(db),

  insert: (row: Insertable<Tables['custom_model_versions']>): Promise<CustomModelVersionRow> =>
    db.insertInto('custom_model_versions').values(row).returningAll().executeTakeFirstOrThrow(),
});
