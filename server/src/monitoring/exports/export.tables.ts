import type { Generated, Selectable } from 'kysely';

export type ExportKind = 'predictions' | 'actuals' | 'training';
export const EXPORT_STATES = ['CREATED', 'SCHEDULED', 'CANCELLED', 'FAILED', 'SUCCEEDED'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

interface ExportTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  kind: ExportKind;
  model_id: string;
  package_id: string;
  /** Both null for training data. */
  period_start: Date | null;
  period_end: Date | null;
  batch_ids: string[] | null;
  only_matched: Generated<boolean>;
  status: Generated<'CREATED' | 'FAILED' | 'SUCCEEDED'>;
  error: string | null;
  dataset_id: string | null;
  dataset_name: string | null;
  version_id: string | null;
  status_id: string | null;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_exports: ExportTable;
  }
}

export type ExportRow = Selectable<ExportTable>;
