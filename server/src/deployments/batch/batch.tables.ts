import type { ColumnType, Generated, Selectable } from 'kysely';
import type { RunSchedule } from '#platform/jobs/schedule/schedule.rules.ts';
import type { BATCH_STATUSES } from './jobs/batch-job.schema.ts';
import type { BatchSpec } from './jobs/batch-spec.schema.ts';
import type { MonitoringSpec } from './monitoring/monitoring-spec.schema.ts';

type Document<T> = ColumnType<T, string, string>;

export type BatchStatus = (typeof BATCH_STATUSES)[number];
export type BatchKind = 'prediction' | 'monitoring';

/** What was asked for; a monitoring job reads predictions that were made elsewhere. */
export type AnySpec = BatchSpec | MonitoringSpec;

interface BatchDefinitionTable {
  id: string;
  organization_id: string;
  kind: BatchKind;
  name: string;
  enabled: Generated<boolean>;
  schedule: ColumnType<RunSchedule | null, string | null, string | null>;
  spec: Document<AnySpec>;
  deployment_id: string | null;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

interface BatchJobTable {
  id: string;
  organization_id: string;
  kind: BatchKind;
  deployment_id: string | null;
  package_id: string;
  model_id: string;
  spec: Document<AnySpec>;
  intake_type: string;
  output_type: string;
  intake_name: string | null;
  source: string;
  hidden: Generated<boolean>;
  status: Generated<BatchStatus>;
  logs: ColumnType<readonly string[], string | undefined, string>;
  scored_rows: Generated<number>;
  failed_rows: Generated<number>;
  skipped_rows: Generated<number>;
  output_bytes: Generated<number>;
  read_bytes: Generated<number>;
  intake_bytes: Generated<number>;
  expected_bytes: number | null;
  intake_state: Generated<'none' | 'open' | 'whole'>;
  intake_seen_at: Date;
  work_id: string | null;
  monitoring_batch_id: string | null;
  definition_id: string | null;
  created_by: string;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  results_deleted_at: Date | null;
  /** Why the quota of the deployment holds it up, and until when at most. */
  waits_for: string | null;
  waits_until: Date | null;
  /** Rows of a time series that the quota has given and that are not scored yet. */
  paid_rows: Generated<number>;
}

/** How far the intake was read when a scored piece was written, and what had been counted until then. */
export interface Reached {
  readonly part: number;
  /** Bytes of that part. */
  readonly offset: number;
  /** Of all parts. */
  readonly bytes: number;
  readonly rows: number;
  readonly failed: number;
  readonly skipped: number;
}

interface BatchPieceTable {
  job_id: string;
  side: 'in' | 'out';
  part: number;
  number: number;
  blob_key: string;
  bytes: number;
  is_last: Generated<boolean>;
  reached: ColumnType<Reached | null, string | null | undefined, string | null>;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    batch_definitions: BatchDefinitionTable;
    batch_jobs: BatchJobTable;
    batch_pieces: BatchPieceTable;
  }
}

export type BatchDefinitionRow = Selectable<BatchDefinitionTable>;
export type BatchJobRow = Selectable<BatchJobTable>;
export type BatchPieceRow = Selectable<BatchPieceTable>;
