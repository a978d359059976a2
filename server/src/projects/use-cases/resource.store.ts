import { sql } from 'kysely';
import { USE_CASE, type UseCaseEntity, type UseCaseEntityRow, type visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { findRows, pageOfRows } from '#platform/db/rows.ts';
import type { OrderedWindow } from './use-case.store.ts';

export interface ResourceFilter {
  /** One use case; else all the caller may see. */
  readonly useCaseId?: string | undefined;
  readonly search?: string | undefined;
  readonly activeSince?: Date | undefined;
  readonly recipeStatus?: string | undefined;
  /** Deleted things are shown where links are the matter, not where things are. */
  readonly withDeleted: boolean;
}

export interface ResourceRow extends Omit<UseCaseEntityRow, 'id'> {
  readonly id: string;
  readonly entity_type: string;
  readonly resource_id: string;
  readonly use_case_id: string;
  readonly use_case_name: string;
  readonly put_by: string;
  readonly put_at: Date;
}

const COLUMNS: Readonly<Record<string, string>> = {
  entityType: 'entity_type',
  name: 'lower(name)',
  updatedAt: 'updated_at',
  lastActivity: 'updated_at',
  updatedBy: 'updated_by',
};

/** The links of one kind, with the things behind them. */
const linkedRows = (db: Queries, organizationId: string, { entityType, kind, rows }: UseCaseEntity) =>
  db
    .selectFrom('containments')
    .innerJoin('use_cases', 'use_cases.id', 'containments.container_id')
    .innerJoin(rows(db).as('things'), 'things.id', 'containments.resource_id')
    .select(['containments.id', 'containments.resource_id', 'containments.put_by', 'containments.put_at'])
    .select(['use_cases.id as use_case_id', 'use_cases.name as use_case_name'])
    .select(['things.name', 'things.updated_at', 'things.updated_by', 'things.deleted', 'things.metadata'])
    .select(sql<string>`${sql.lit(entityType)}`.as('entity_type'))
    .where('containments.organization_id', '=', organizationId)
    .where('containments.container_type', '=', USE_CASE.type)
    .where('containments.resource_type', '=', kind.type);

export const resourceStore = (db: Queries) => ({
  async page(
    organizationId: string,
    visible: ReturnType<typeof visibleTo>,
    entities: readonly UseCaseEntity[],
    { useCaseId, search, activeSince, recipeStatus, withDeleted }: ResourceFilter,
    window: OrderedWindow,
  ): Promise<{ rows: ResourceRow[]; total: number }> {
    const [first, ...others] = entities.map((entity) => linkedRows(db, organizationId, entity));
    if (first === undefined) return { rows: [], total: 0 };
    const all = others.reduce((sum, one) => sum.unionAll(one), first);
    let mine = db.selectFrom(all.as('links')).where('use_case_id', 'in', visible);
    if (useCaseId !== undefined) mine = mine.where('use_case_id', '=', useCaseId);
    if (!withDeleted) mine = mine.where('deleted', '=', false);
    if (search) mine = mine.where(sql`strpos(lower(name), lower(${search}))`, '>', sql.lit(0));
    if (activeSince) mine = mine.where('updated_at', '>=', activeSince);
    if (recipeStatus) {
      mine = mine.where(sql`entity_type <> 'recipe' OR metadata ->> 'status' = ${recipeStatus}`.$castTo<boolean>());
    }
    const direction = sql.raw(window.orderBy.startsWith('-') ? 'DESC' : 'ASC');
    const column = COLUMNS[window.orderBy.replace(/^-/, '')] ?? 'put_at';
    const ordered = mine
      .selectAll()
      .orderBy(sql`${sql.raw(column)} ${direction}`)
      .orderBy('id');
    return pageOfRows(ordered, window);
  },

  /** The use case, other than this one, that holds the thing. */
  async otherHolder(organizationId: string, { kind }: UseCaseEntity, id: string, useCaseId: string) {
    const held = { container_type: USE_CASE.type, resource_type: kind.type, resource_id: id };
    const holders = await findRows(db, 'containments', { organization_id: organizationId, ...held });
    return holders.find(({ container_id }) => container_id !== useCaseId)?.container_id;
  },
});
