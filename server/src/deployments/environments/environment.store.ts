import type { Insertable, Updateable } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { PredictionEnvironmentRow } from '../deployments.tables.ts';

interface EnvironmentFilter {
  readonly offset: number;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly platform?: string | undefined;
}

export const environmentStore = (db: Queries) => {
  const living = (organizationId: string) =>
    db
      .selectFrom('prediction_environments')
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null);
  const native = (organizationId: string): Promise<PredictionEnvironmentRow | undefined> =>
    db
      .selectFrom('prediction_environments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('is_native', '=', true)
      .executeTakeFirst();
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

    byId: (organizationId: string, id: string): Promise<PredictionEnvironmentRow | undefined> =>
      living(organizationId).selectAll().where('id', '=', id).executeTakeFirst(),

    /** The native one is everybody's. */
    async page(organizationId: string, visible: ReturnType<typeof visibleTo>, asked: EnvironmentFilter) {
      let mine = living(organizationId).where(({ or, eb }) =>
        or([eb('is_native', '=', true), eb('id', 'in', visible)]),
      );
      if (asked.search !== undefined)
        mine = mine.where('name', 'ilike', `%${asked.search.replace(/[\\%_]/g, '\\$&')}%`);
      if (asked.platform !== undefined) mine = mine.where('platform', '=', asked.platform);
      const ordered = mine.selectAll().orderBy('created_at').orderBy('id').offset(asked.offset);
      const rows = await (asked.limit === 0 ? ordered : ordered.limit(asked.limit)).execute();
      const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { rows, total };
    },

    insert: (row: Insertable<Tables['prediction_environments']>): Promise<PredictionEnvironmentRow> =>
      db.insertInto('prediction_environments').values(row).returningAll().executeTakeFirstOrThrow(),

    change: (id: string, change: Updateable<Tables['prediction_environments']>): Promise<PredictionEnvironmentRow> =>
      db
        .updateTable('prediction_environments')
        .set(change)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Until the transaction ends nothing is put into it. */
    lock: (id: string) =>
      db.selectFrom('prediction_environments').select('id').where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Label of a deployment or name of a challenger in it. */
    async usedBy(id: string): Promise<{ readonly id: string; readonly label: string } | undefined> {
      const deployment = await db
        .selectFrom('deployments')
        .select(['id', 'label'])
        .where('environment_id', '=', id)
        .where('deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      if (deployment !== undefined) return deployment;
      return db
        .selectFrom('challengers')
        .innerJoin('deployments', 'deployments.id', 'challengers.deployment_id')
        .select(['deployments.id', 'deployments.label'])
        .where('challengers.environment_id', '=', id)
        .where('deployments.deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
    },
  };
};
