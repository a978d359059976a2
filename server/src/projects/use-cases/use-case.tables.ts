import type { Generated, Selectable } from 'kysely';

interface UseCaseTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    use_cases: UseCaseTable;
  }
}

export type UseCaseRow = Selectable<UseCaseTable>;
