import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { OPEN } from './job.store.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Work of one organization that runs or waits. The platform's own work belongs to none. */
export const organizationJobStore = (db: Queries, organizationId: string) => {
  const open = db
    .selectFrom('job_records')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', [...OPEN]);
  return {
    byId: (id: string) => open.selectAll().where('id', '=', id).executeTakeFirst(),

    /** What runs, the longest first; then what waits, the oldest first. */
    async page({ offset, limit }: Window) {
      const { total } = await open.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await open
        .selectAll()
        .orderBy(sql`status = 'RUNNING'`, 'desc')
        .orderBy(sql`CASE WHEN status = 'RUNNING' THEN running_since END`)
        .orderBy('created_at')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute();
      return { rows, total };
    },
  };
};

export type OrganizationJobRow = NonNullable<Awaited<ReturnType<ReturnType<typeof organizationJobStore>['byId']>>>;
