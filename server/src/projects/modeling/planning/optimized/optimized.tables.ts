import type { ColumnType, Generated, Selectable } from 'kysely';
import type { z } from 'zod';
import type { Aim } from '../../../core/project/aim.schema.ts';
import type { Partitioning } from '../partitioning.schema.ts';

interface DatetimePartitioningTable {
  id: string;
  project_id: string;
  organization_id: string;
  asked: ColumnType<Aim, string, never>;
  found: ColumnType<z.infer<typeof Partitioning> | null, null, string>;
  log: Generated<string[]>;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    datetime_partitionings: DatetimePartitioningTable;
  }
}

export type PartitioningRow = Selectable<DatetimePartitioningTable>;
