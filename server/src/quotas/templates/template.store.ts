import type { Queries } from '#platform/db/database.ts';
import type { QuotaTemplateRow } from '../quotas.tables.ts';

export const templateStore = (db: Queries) => {
  const known = (organizationId: string) =>
    db
      .selectFrom('quota_templates')
      .where(({ or, eb }) => or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]));
  return {
    byId: (organizationId: string, id: string): Promise<QuotaTemplateRow | undefined> =>
      known(organizationId).selectAll().where('id', '=', id).executeTakeFirst(),

    async page(organizationId: string, window: { readonly offset: number; readonly limit: number }) {
      const rows = await known(organizationId)
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .offset(window.offset)
        .limit(window.limit)
        .execute();
      const { total } = await known(organizationId)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    insert: (row: QuotaTemplateRow) => db.insertInto('quota_templates').values(row).execute(),

    delete: (organizationId: string, id: string) =>
      db.deleteFrom('quota_templates').where('id', '=', id).where('organization_id', '=', organizationId).execute(),
  };
};
