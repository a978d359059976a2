import type { ColumnType, Selectable } from 'kysely';

type Counts = Readonly<Record<string, number>>;

interface DeletedOrganizationTable {
  id: string;
  name: string;
  state: 'scheduled' | 'erasing' | 'erased';
  deleted_by: string;
  deleted_by_name: string;
  deleted_at: Date;
  disabled_user_ids: string[];
  counts: ColumnType<Counts, string, string>;
  status_id: string | null;
  erased_at: Date | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    deleted_organizations: DeletedOrganizationTable;
  }
}

export type DeletedOrganizationRow = Selectable<DeletedOrganizationTable>;
