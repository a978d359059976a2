import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Layout } from './profiles/layout.ts';

interface LayoutTable {
  package_id: string;
  organization_id: string;
  columns: ColumnType<Layout, string, string>;
}

interface ProfileTable {
  deployment_id: string;
  package_id: string;
  batch_id: string;
  segment_attribute: string;
  segment_value: string;
  hour: Date;
  organization_id: string;
  model_id: string;
  rows: number;
  profiles: Buffer;
  digest: Buffer | null;
}

interface ServiceTable {
  deployment_id: string;
  package_id: string;
  batch_id: string;
  hour: Date;
  consumer_id: string;
  address: string;
  host: string;
  organization_id: string;
  model_id: string;
  consumer_name: string;
  predictions: number;
  requests: number;
  user_errors: number;
  server_errors: number;
  cache_hits: number;
  execution: Buffer;
  response: Buffer;
  minutes: Buffer;
  last_at: Date;
}

interface BatchTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  name: string;
  description: string | null;
  external_context_url: string | null;
  is_locked: Generated<boolean>;
  job_id: string | null;
  created_by: string;
  created_by_name: string;
  created_at: Date;
}

interface BatchModelTable {
  batch_id: string;
  package_id: string;
  model_id: string;
  predictions: number;
  earliest: Date;
  latest: Date;
  told_earliest: Date | null;
  told_latest: Date | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_layouts: LayoutTable;
    monitoring_profiles: ProfileTable;
    monitoring_service: ServiceTable;
    monitoring_batches: BatchTable;
    monitoring_batch_models: BatchModelTable;
  }
}

export type ProfileRow = Selectable<ProfileTable>;
export type ServiceRow = Selectable<ServiceTable>;
export type BatchRow = Selectable<BatchTable>;
export type BatchModelRow = Selectable<BatchModelTable>;
