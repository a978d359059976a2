import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';

export const deletedDeploymentStore = (db: Queries) => ({
  async page(
    organizationId: string,
    visible: ReturnType<typeof visibleTo>,
    search: string | undefined,
    window: { readonly offset: number; readonly limit: number },
  ) {
    let all = db
      .selectFrom('deployments')
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is not', null)
      .where('id', 'in', visible);
    if (search !== undefined) all = all.where(sql<number>`strpos(lower(label), ${search.toLowerCase()})`, '>', 0);
    const rows = await all
      .select(['id', 'label', 'deleted_at'])
      .orderBy('deleted_at', 'desc')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  /** What refers to it goes too. False when there was no such deleted deployment. */
  async erase(organizationId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('deployments')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  },
});
