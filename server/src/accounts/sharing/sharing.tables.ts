import type { ColumnType, Selectable } from 'kysely';
import '../accounts.tables.ts';
import type { SharedRole } from './role.rules.ts';

interface GrantTable {
  organization_id: string;
  resource_type: string;
  resource_id: string;
  user_id: string | null;
  group_id: string | null;
  recipient_id: ColumnType<string, never, never>;
  role: SharedRole;
  can_share: boolean;
  can_use_data: boolean;
  granted_by: string;
  granted_at: Date;
}

export interface ContainmentTable {
  id: string;
  organization_id: string;
  container_type: string;
  container_id: string;
  resource_type: string;
  resource_id: string;
  put_by: string;
  put_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    grants: GrantTable;
    containments: ContainmentTable;
  }
}

export type GrantRow = Selectable<GrantTable>;
