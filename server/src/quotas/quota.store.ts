import { type Selectable, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching, pageOfRows } from '#platform/db/rows.ts';
import { parseJson, stringifyJson } from '#platform/json.ts';
import type { QuotaDefinition } from './quota.schema.ts';

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

export interface QuotaRecord extends Omit<QuotaRow, 'definition'> {
  readonly definition: QuotaDefinition;
}

const bytes = new TextEncoder();

const exact = (rules: QuotaDefinition['defaultRules']) => rules.map((rule) => ({ ...rule, limit: BigInt(rule.limit) }));

/** Small limits are plain numbers in the text: all of them are exact once read. */
export const readRules = (text: string) => exact(parseJson(bytes.encode(text)) as QuotaDefinition['defaultRules']);

function readDefinition(text: string): QuotaDefinition {
  const raw = parseJson(bytes.encode(text)) as QuotaDefinition;
  return {
    ...raw,
    defaultRules: exact(raw.defaultRules),
    policies: raw.policies.map((policy) => ({ ...policy, rules: exact(policy.rules) })),
  };
}

const toRecord = (row: QuotaRow): QuotaRecord => ({ ...row, definition: readDefinition(row.definition) });

interface QuotaFilter {
  readonly resourceId?: string | undefined;
  readonly resourceType?: string | undefined;
}

export interface VisibleQuotas {
  readonly userId: string;
  readonly everything: boolean;
  readonly deployments: ReturnType<typeof visibleTo>;
  readonly workloads: ReturnType<typeof visibleTo>;
  /** A workload that is everybody's. */
  readonly shared?: string;
}

export const quotaStore = (db: Queries) => ({
  async find(
    where: Partial<Pick<QuotaRow, 'id' | 'resource_type' | 'resource_id'>> & Pick<QuotaRow, 'organization_id'>,
    options?: { readonly lock: boolean },
  ): Promise<QuotaRecord | undefined> {
    const row = await findRow(db, 'quotas', where, options);
    return row && toRecord(row);
  },

  async page(
    organizationId: string,
    visible: VisibleQuotas,
    { resourceId, resourceType }: QuotaFilter,
    window: { readonly offset: number; readonly limit: number },
  ) {
    let mine = db.selectFrom('quotas').where('organization_id', '=', organizationId);
    if (resourceId !== undefined) mine = mine.where('resource_id', '=', resourceId);
    if (resourceType !== undefined) mine = mine.where(sql<string>`resource_type`, '=', resourceType);
    if (!visible.everything) {
      mine = mine.where(({ or, and, eb }) =>
        or([
          eb('user_id', '=', visible.userId),
          and([eb('resource_type', '=', 'deployment'), eb('resource_id', 'in', visible.deployments)]),
          and([eb('resource_type', '=', 'workload'), eb('resource_id', 'in', visible.workloads)]),
          and([eb('resource_type', '=', 'workload'), eb('resource_id', '=', visible.shared ?? '')]),
        ]),
      );
    }
    const { rows, total } = await pageOfRows(mine.selectAll().orderBy('created_at').orderBy('id'), window);
    return { rows: rows.map(toRecord), total };
  },

  /** False when the resource has one already. */
  async insert(row: Omit<QuotaRecord, 'version'>): Promise<boolean> {
    const done = await db
      .insertInto('quotas')
      .values({ ...row, definition: stringifyJson(row.definition), version: 1 })
      .onConflict((conflict) => conflict.columns(['organization_id', 'resource_type', 'resource_id']).doNothing())
      .executeTakeFirst();
    return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
  },

  change: (organizationId: string, id: string, definition: QuotaDefinition, now: Date) =>
    db
      .updateTable('quotas')
      .set(({ eb }) => ({
        definition: stringifyJson(definition),
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where(matching<'quotas'>({ id, organization_id: organizationId }))
      .execute(),

  delete: (organizationId: string, id: string) => deleteRows(db, 'quotas', { id, organization_id: organizationId }),
});

export const templateStore = (db: Queries) => {
  const known = (organizationId: string) =>
    db
      .selectFrom('quota_templates')
      .where(({ or, eb }) => or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]));
  return {
    byId: (organizationId: string, id: string): Promise<QuotaTemplateRow | undefined> =>
      known(organizationId).selectAll().where('id', '=', id).executeTakeFirst(),

    page: (organizationId: string, window: { readonly offset: number; readonly limit: number }) =>
      pageOfRows(known(organizationId).selectAll().orderBy('created_at').orderBy('id'), window),

    insert: (row: QuotaTemplateRow) => db.insertInto('quota_templates').values(row).execute(),

    delete: (organizationId: string, id: string) =>
      deleteRows(db, 'quota_templates', { id, organization_id: organizationId }),
  };
};
