import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Definition } from './metric.schema.ts';

interface MetricTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  name: string;
  is_model_specific: boolean;
  definition: ColumnType<Definition, string, string>;
  created_by: string;
  created_at: Date;
  touched: Generated<number>;
}

interface SumTable {
  metric_id: string;
  organization_id: string;
  package_id: string;
  model_id: string;
  batch_id: string | null;
  segment_attribute: string;
  segment_value: string;
  category: string;
  hour: Date;
  samples: number;
  total: number;
  weighted: number;
  last_at: Date;
  last_value: number;
}

interface ImportTable {
  job_id: string;
  metric_id: string;
  organization_id: string;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    custom_metrics: MetricTable;
    custom_metric_sums: SumTable;
    custom_metric_imports: ImportTable;
  }
}

export type MetricRow = Selectable<MetricTable>;
