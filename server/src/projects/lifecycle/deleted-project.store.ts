import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';

export interface DeletedFilter {
  readonly searchFor?: string | undefined;
  readonly creator?: string | undefined;
  readonly organization?: string | undefined;
  readonly deletedBefore?: string | undefined;
  readonly deletedAfter?: string | undefined;
  readonly projectId?: string | undefined;
}

const COLUMNS = {
  projectId: 'projects.id',
  projectName: 'projects.name',
  datasetName: 'projects.file_name',
  deletedOn: 'projects.deleted_at',
  deletedBy: 'remover.username',
  creator: 'maker.username',
} as const;

export const deletedProjectStore = (db: Queries) => {
  const deleted = (visible: ReturnType<typeof visibleTo>, filter: DeletedFilter) => {
    let rows = db
      .selectFrom('projects')
      .leftJoin('users as maker', 'maker.id', 'projects.created_by')
      .leftJoin('users as remover', 'remover.id', 'projects.deleted_by')
      .where('projects.deleted_at', 'is not', null)
      .where('projects.id', 'in', visible);
    const { searchFor, creator, organization, deletedBefore, deletedAfter, projectId } = filter;
    if (searchFor !== undefined)
      rows = rows.where(sql`strpos(lower(projects.name), ${searchFor.toLowerCase()})`, '>', 0);
    if (creator !== undefined)
      rows = rows.where(({ or, eb }) => or([eb('maker.username', '=', creator), eb('maker.id', '=', creator)]));
    if (organization !== undefined) rows = rows.where('projects.organization_id', '=', organization);
    if (deletedBefore !== undefined) rows = rows.where('projects.deleted_at', '<', new Date(deletedBefore));
    if (deletedAfter !== undefined) rows = rows.where('projects.deleted_at', '>', new Date(deletedAfter));
    if (projectId !== undefined) rows = rows.where('projects.id', '=', projectId);
    return rows;
  };
  return {
    page: (
      visible: ReturnType<typeof visibleTo>,
      filter: DeletedFilter,
      window: { readonly offset: number; readonly limit: number; readonly orderBy: string },
    ) =>
      deleted(visible, filter)
        .select([
          'projects.id',
          'projects.name',
          'projects.file_name',
          'projects.deleted_at',
          'projects.organization_id',
        ])
        .select(['maker.username as creator', 'remover.username as remover'])
        .orderBy(
          COLUMNS[window.orderBy.replace('-', '') as keyof typeof COLUMNS],
          window.orderBy.startsWith('-') ? 'desc' : 'asc',
        )
        .orderBy('projects.id')
        .offset(window.offset)
        .limit(window.limit)
        .execute(),

    async count(visible: ReturnType<typeof visibleTo>, filter: DeletedFilter): Promise<number> {
      const { total } = await deleted(visible, filter)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** False when there was no such deleted project. */
    async restore(organizationId: string, id: string): Promise<boolean> {
      const restored = await db
        .updateTable('projects')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst();
      return restored.numUpdatedRows === 1n;
    },
  };
};
