import type { Queries } from '#platform/db/database.ts';
import type { PredictionDatasetRow } from './prediction.tables.ts';

export const predictionDatasetStore = (db: Queries) => ({
  byId: (projectId: string, id: string): Promise<PredictionDatasetRow | undefined> =>
    db
      .selectFrom('prediction_datasets')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async page(projectId: string, window: { readonly offset: number; readonly limit: number }) {
    const mine = db.selectFrom('prediction_datasets').where('project_id', '=', projectId);
    const all = mine.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(window.offset);
    const rows = await (window.limit === 0 ? all : all.limit(window.limit)).execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  insert: (row: PredictionDatasetRow) =>
    db
      .insertInto('prediction_datasets')
      .values({ ...row, asked: JSON.stringify(row.asked), found: JSON.stringify(row.found) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),

  async delete(projectId: string, id: string): Promise<boolean> {
    const done = await db
      .deleteFrom('prediction_datasets')
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst();
    return done.numDeletedRows > 0n;
  },
});
