import type { ColumnType, Generated, Selectable } from 'kysely';

type Document<T> = ColumnType<T, string | undefined, string>;

export type Importance = 'critical' | 'high' | 'moderate' | 'low';

export interface LastResponse {
  readonly statusCode: number;
  readonly timestamp: string;
}

interface WorkloadTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  importance: Generated<Importance>;
  status: Generated<'running' | 'stopped'>;
  address: string;
  is_inside: Generated<boolean>;
  timeout_seconds: Generated<number>;
  sealed_headers: string | null;
  tags: Document<readonly { readonly name: string; readonly value: string }[]>;
  last_response: ColumnType<LastResponse | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

interface WorkloadEventTable {
  id: Generated<string>;
  workload_id: string;
  event: string;
  user_id: string;
  happened_at: Date;
}

interface WorkloadMinuteTable {
  workload_id: string;
  minute: Date;
  requests: string;
  user_errors: string;
  server_errors: string;
  slow: string;
  most_at_once: number;
  times: string[];
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    workloads: WorkloadTable;
    workload_events: WorkloadEventTable;
    workload_minutes: WorkloadMinuteTable;
  }
}

export type WorkloadRow = Selectable<WorkloadTable>;
