import type { ColumnType, Selectable } from 'kysely';

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
