import type { Selectable } from 'kysely';

interface QuotaTable {
  id: string;
  organization_id: string;
  user_id: string;
  resource_type: 'deployment' | 'workload';
  resource_id: string;
  /** Exact JSON: a driver that parses jsonb would round the limits. */
  definition: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

interface QuotaTemplateTable {
  id: string;
  /** Null: ships with the product, for every organization. */
  organization_id: string | null;
  name: string;
  rules: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    quotas: QuotaTable;
    quota_templates: QuotaTemplateTable;
  }
}

export type QuotaRow = Selectable<QuotaTable>;
export type QuotaTemplateRow = Selectable<QuotaTemplateTable>;
