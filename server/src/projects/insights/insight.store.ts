import type { ColumnType, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, matching, pageOfRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';

type Document = ColumnType<unknown, string, string>;

export type InsightKind =
  | 'featureImpact'
  | 'classImpact'
  | 'shap'
  | 'shapMatrix'
  | 'featureEffects'
  | 'slicedChart'
  | 'externalScores'
  | 'classEffects'
  | 'predictionIntervals'
  | 'trendPlots'
  | 'seriesAccuracy'
  | 'explanationsInitialization'
  | 'explanations'
  | 'trainingPredictions';

interface ModelInsightTable {
  id: string;
  project_id: string;
  organization_id: string;
  model_id: string;
  kind: InsightKind;
  source: string;
  asked: Document;
  content: Document;
  row_count: number;
  rows_key: string | null;
  /** Null: about all rows of its source. */
  data_slice_id: string | null;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    model_insights: ModelInsightTable;
  }
}

export type InsightRow = Selectable<ModelInsightTable>;

interface InsightFilter {
  readonly modelId?: string | undefined;
  readonly source?: string | undefined;
  readonly window: Window;
}

/** Callers have made sure that the project is one of the caller's organization. */
export const insightStore = (db: Queries) => ({
  /** Where a model is, for routes that name nothing but the model. */
  async projectOf(organizationId: string, id: string): Promise<string | undefined> {
    return (await findRow(db, 'models', { organization_id: organizationId, id }))?.project_id;
  },

  byId: (projectId: string, kind: InsightKind, id: string) =>
    findRow(db, 'model_insights', { project_id: projectId, kind, id }),

  /** About all rows of a source. */
  ofModel: (projectId: string, modelId: string, kind: InsightKind) =>
    findRows(
      db,
      'model_insights',
      { project_id: projectId, model_id: modelId, kind, data_slice_id: null },
      { orderBy: ['source'] },
    ),

  /** About rows of one data slice, or of any. */
  async sliced(projectId: string, modelId: string, kind: InsightKind, sliceId?: string): Promise<InsightRow[]> {
    const one = sliceId === undefined ? {} : { data_slice_id: sliceId };
    const where = { project_id: projectId, model_id: modelId, kind, ...one };
    const rows = await findRows(db, 'model_insights', where, { orderBy: ['created_at', 'source'] });
    return rows.filter(({ data_slice_id }) => data_slice_id !== null);
  },

  page(projectId: string, kind: InsightKind, { modelId, source, window }: InsightFilter) {
    const model = modelId === undefined ? {} : { model_id: modelId };
    const about = source === undefined ? {} : { source };
    const mine = matching<'model_insights'>({ project_id: projectId, kind, ...model, ...about });
    const newest = db.selectFrom('model_insights').selectAll().where(mine).orderBy('created_at', 'desc').orderBy('id');
    return pageOfRows(newest, window);
  },

  /** Replaces an older result of the same kind and parameters. */
  put(row: InsightRow) {
    const { row_count, rows_key, created_at } = row;
    const documents = { asked: JSON.stringify(row.asked), content: JSON.stringify(row.content) };
    return db
      .insertInto('model_insights')
      .values({ ...row, ...documents })
      .onConflict((clash) => clash.column('id').doUpdateSet({ ...documents, row_count, rows_key, created_at }))
      .execute();
  },

  delete: (projectId: string, kind: InsightKind, id: string) =>
    deleteRows(db, 'model_insights', { project_id: projectId, kind, id }),
});
