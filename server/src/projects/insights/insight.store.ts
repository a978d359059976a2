import type { ColumnType, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

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
  async projectOf(organizationId: string, modelId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('models')
      .select('project_id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', modelId)
      .executeTakeFirst();
    return row?.project_id;
  },

  byId: (projectId: string, kind: InsightKind, id: string): Promise<InsightRow | undefined> =>
    db
      .selectFrom('model_insights')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst(),

  ofModel: (projectId: string, modelId: string, kind: InsightKind): Promise<InsightRow[]> =>
    db
      .selectFrom('model_insights')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('model_id', '=', modelId)
      .where('kind', '=', kind)
      .orderBy('source')
      .execute(),

  async page(projectId: string, kind: InsightKind, { modelId, window }: InsightFilter) {
    let mine = db.selectFrom('model_insights').where('project_id', '=', projectId).where('kind', '=', kind);
    if (modelId !== undefined) mine = mine.where('model_id', '=', modelId);
    const all = mine.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(window.offset);
    const rows = await (window.limit === 0 ? all : all.limit(window.limit)).execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  /** Replaces an older result of the same kind and parameters. */
  put: (row: InsightRow) => {
    const asked = JSON.stringify(row.asked);
    const content = JSON.stringify(row.content);
    return db
      .insertInto('model_insights')
      .values({ ...row, asked, content })
      .onConflict((clash) =>
        clash.column('id').doUpdateSet(({ ref }) => ({
          asked: ref('excluded.asked'),
          content: ref('excluded.content'),
          row_count: ref('excluded.row_count'),
          rows_key: ref('excluded.rows_key'),
          created_at: ref('excluded.created_at'),
        })),
      )
      .execute();
  },

  async delete(projectId: string, kind: InsightKind, id: string): Promise<boolean> {
    const done = await db
      .deleteFrom('model_insights')
      .where('project_id', '=', projectId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst();
    return done.numDeletedRows > 0n;
  },
});
