import type { Insertable, Updateable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ModelBundle } from '../bundle.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';

export const packageStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<ModelPackageRow | undefined> =>
    db
      .selectFrom('model_packages')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** For jobs and for serving, which act for somebody who was allowed to. */
  whoever: (id: string): Promise<ModelPackageRow | undefined> =>
    db.selectFrom('model_packages').selectAll().where('id', '=', id).executeTakeFirst(),

  insert: (row: Insertable<Tables['model_packages']>): Promise<ModelPackageRow> =>
    db.insertInto('model_packages').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (id: string, change: Updateable<Tables['model_packages']>) =>
    db.updateTable('model_packages').set(change).where('id', '=', id).execute(),

  built: (id: string, bundle: ModelBundle, now: Date) =>
    db
      .updateTable('model_packages')
      .set({ bundle: JSON.stringify(bundle), build_status: 'complete', build_error: null, updated_at: now })
      .where('id', '=', id)
      .execute(),

  /** One that was built by another run stays built. */
  failed: (id: string, why: string, now: Date) =>
    db
      .updateTable('model_packages')
      .set({ build_status: 'failed', build_error: why, updated_at: now })
      .where('id', '=', id)
      .where('build_status', '=', 'inProgress')
      .execute(),
});
