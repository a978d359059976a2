import type { ColumnType, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows } from '#platform/db/rows.ts';

type Document = ColumnType<unknown, string, string>;

export type InsightKind =
  | 'featureImpact'
  | 'featureEffects'
  | 'classEffects'
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
  readonly window: { readonly offset: number; readonly limit: number };
}

/** Callers have made sure that the project is one of the caller's organization. */
export const insightStore = (db: Queries) => ({
  /** Where a model is, for routes that name nothing but the model. */
  async projectOf(organizationId: string, id: string): Promise<string | undefined> {
    return (await findRow(db, 'models', { organization_id: organizationId, id }))?.project_id;
  },

  byId: (projectId: string, kind: InsightKind, id: string): Promise<InsightRow | undefined> =>
    findRow(db, 'model_insights', { project_id: projectId, kind, id }),

  ofModel: (projectId: string, modelId: string, kind: InsightKind): Promise<InsightRow[]> =>
    findRows(db, 'model_insights', { project_id: projectId, model_id: modelId, kind }, { orderBy: ['source'] }),

  async page(projectId: string, kind: InsightKind, { modelId, window }: InsightFilter) {
    let mine = db.selectFrom('model_insights').where('project_id', '=', projectId).where('kind', '=', kind);
    if (modelId !== undefined) mine = mine.where('model_id', '=', modelId);
    const all = mine.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(window.offset);
    const rows = await (window.limit === 0 ? all : all.limit(window.limit)).execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
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
