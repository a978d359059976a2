import { sql } from 'kysely';
import type { z } from 'zod';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import type { DeletedCountQuery, DeletedQuery } from './project.schema.ts';

type DeletedFilter = z.output<typeof DeletedCountQuery>;
type Sort = Pick<z.output<typeof DeletedQuery>, 'offset' | 'limit' | 'orderBy'>;
type Visible = ReturnType<typeof visibleTo>;

export const deletedProjectStore = (db: Queries) => {
  const deleted = (visible: Visible, filter: DeletedFilter) => {
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
    /** In the words of the record, by which lists are sorted too. */
    page: (visible: Visible, filter: DeletedFilter, { offset, limit, orderBy }: Sort) =>
      deleted(visible, filter)
        .select(['projects.id as projectId', 'projects.name as projectName', 'projects.file_name as datasetName'])
        .select(['projects.deleted_at as deletedOn', 'projects.organization_id as organization'])
        .select(['maker.username as creator', 'remover.username as deletedBy'])
        .orderBy(orderBy.replace('-', '') as 'projectId', orderBy.startsWith('-') ? 'desc' : 'asc')
        .orderBy('projects.id')
        .offset(offset)
        .limit(limit)
        .execute(),

    async count(visible: Visible, filter: DeletedFilter): Promise<number> {
      const { total } = await deleted(visible, filter)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** False when there was no such deleted project. */
    async restore(organizationId: string, id: string): Promise<boolean> {
      const gone = db.updateTable('projects').set({ deleted_at: null, deleted_by: null }).where('id', '=', id);
      const own = gone.where('organization_id', '=', organizationId).where('deleted_at', 'is not', null);
      return (await own.executeTakeFirst()).numUpdatedRows === 1n;
    },
  };
};
