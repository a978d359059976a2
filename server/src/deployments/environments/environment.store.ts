import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { PredictionEnvironmentRow } from '../deployments.tables.ts';
import { allAtZero, containing } from '../listing.ts';
import type { EnvironmentQuery } from './environment.schema.ts';

export const environmentStore = (db: Queries) => {
  const native = (organization_id: string) =>
    findRow(db, 'prediction_environments', { organization_id, is_native: true });
  return {
    native,

    /** The first caller inserts it; concurrent callers read that row. */
    async insertNative(organizationId: string, id: string, now: Date): Promise<PredictionEnvironmentRow> {
      await db
        .insertInto('prediction_environments')
        .values({
          id,
          organization_id: organizationId,
          name: 'Almanac',
          description: 'This installation: models answer where they were trained.',
          platform: 'datarobot',
          supported_model_formats: ['datarobot', 'externalModel'],
          managed_by: 'datarobot',
          is_native: true,
          created_at: now,
          updated_at: now,
        })
        .onConflict((clash) => clash.column('organization_id').where('is_native', '=', true).doNothing())
        .execute();
      const row = await native(organizationId);
      if (row === undefined) throw new Error(`Organization ${organizationId} has no environment of its own.`);
      return row;
    },

    byId: (organization_id: string, id: string) =>
      findRow(db, 'prediction_environments', { organization_id, id, deleted_at: null }),

    /** The native one is everybody's. */
    page(organizationId: string, visible: ReturnType<typeof visibleTo>, asked: z.output<typeof EnvironmentQuery>) {
      let mine = db
        .selectFrom('prediction_environments')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
        .where(({ or, eb }) => or([eb('is_native', '=', true), eb('id', 'in', visible)]));
      if (asked.search !== undefined) mine = mine.where('name', 'ilike', containing(asked.search));
      if (asked.platform !== undefined) mine = mine.where('platform', '=', asked.platform);
      return pageOfRows(mine.orderBy('created_at').orderBy('id'), allAtZero(asked));
    },

    insert: (row: Insertable<Tables['prediction_environments']>): Promise<PredictionEnvironmentRow> =>
      db.insertInto('prediction_environments').values(row).returningAll().executeTakeFirstOrThrow(),

    change: (id: string, change: Parameters<typeof updateRows<'prediction_environments'>>[3]) =>
      updateRows(db, 'prediction_environments', { id }, change),

    /** Until the transaction ends nothing is put into it. */
    lock: (id: string) => findRow(db, 'prediction_environments', { id }, { lock: true }),

    /** A deployment in it, or one with a challenger in it. */
    async usedBy(id: string): Promise<{ readonly id: string; readonly label: string } | undefined> {
      const compared = db.selectFrom('challengers').select('deployment_id').where('environment_id', '=', id);
      return db
        .selectFrom('deployments')
        .select(['id', 'label'])
        .where(({ or, eb }) => or([eb('environment_id', '=', id), eb('id', 'in', compared)]))
        .where('deleted_at', 'is', null)
        .orderBy((eb) => eb('environment_id', '=', id), 'desc')
        .limit(1)
        .executeTakeFirst();
    },
  };
};
