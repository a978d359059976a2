import type { Queries } from '#platform/db/database.ts';
import type { PredictionRow } from './prediction.tables.ts';

export interface PredictionFilter {
  readonly modelId?: string | undefined;
  readonly datasetId?: string | undefined;
}

export const predictionStore = (db: Queries) => ({
  byId: (projectId: string, id: string): Promise<PredictionRow | undefined> =>
    db
      .selectFrom('predictions')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async page(
    projectId: string,
    { modelId, datasetId }: PredictionFilter,
    window: { readonly offset: number; readonly limit: number },
  ) {
    let mine = db.selectFrom('predictions').where('project_id', '=', projectId);
    if (modelId !== undefined) mine = mine.where('model_id', '=', modelId);
    if (datasetId !== undefined) mine = mine.where('prediction_dataset_id', '=', datasetId);
    const rows = await mine
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  insert: (row: PredictionRow) =>
    db
      .insertInto('predictions')
      .values({ ...row, asked: JSON.stringify(row.asked) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
});
