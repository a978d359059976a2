import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, updateRows } from '#platform/db/rows.ts';
import type { Sum } from './stats.rules.ts';

/** What one process counted in one minute of one workload. */
export interface Minute {
  readonly workloadId: string;
  /** Its beginning, in milliseconds. */
  readonly minute: number;
  requests: number;
  userErrors: number;
  serverErrors: number;
  slow: number;
  mostAtOnce: number;
  readonly times: number[];
  lastStatus: number | null;
  lastAt: number;
}

export interface CountedMinute extends Sum {
  readonly minute: Date;
}

export const statsStore = (db: Queries) => ({
  async add(minutes: readonly Minute[]): Promise<void> {
    for (const one of minutes) {
      await sql`
        INSERT INTO workload_minutes AS kept
          (workload_id, minute, requests, user_errors, server_errors, slow, most_at_once, times)
        SELECT id, ${new Date(one.minute)}, ${one.requests}, ${one.userErrors}, ${one.serverErrors}, ${one.slow},
          ${one.mostAtOnce}, ${one.times}::bigint[]
        FROM workloads WHERE id = ${one.workloadId}
        ON CONFLICT (workload_id, minute) DO UPDATE SET
          requests = kept.requests + excluded.requests,
          user_errors = kept.user_errors + excluded.user_errors,
          server_errors = kept.server_errors + excluded.server_errors,
          slow = kept.slow + excluded.slow,
          most_at_once = greatest(kept.most_at_once, excluded.most_at_once),
          times = (SELECT array_agg(a + b ORDER BY place)
                   FROM unnest(kept.times, excluded.times) WITH ORDINALITY AS t(a, b, place))`.execute(db);
      if (one.lastStatus === null) continue;
      const last = { statusCode: one.lastStatus, timestamp: new Date(one.lastAt).toISOString() };
      await updateRows(db, 'workloads', { id: one.workloadId }, { last_response: JSON.stringify(last) });
    }
  },

  async between(workloadIds: readonly string[], start: Date, end: Date): Promise<CountedMinute[]> {
    const rows = await db
      .selectFrom('workload_minutes')
      .selectAll()
      .where('workload_id', 'in', workloadIds.length > 0 ? [...workloadIds] : [''])
      .where('minute', '>=', start)
      .where('minute', '<', end)
      .orderBy('minute')
      .execute();
    return rows.map((row) => ({
      minute: row.minute,
      requests: Number(row.requests),
      userErrors: Number(row.user_errors),
      serverErrors: Number(row.server_errors),
      slow: Number(row.slow),
      mostAtOnce: row.most_at_once,
      times: row.times.map(Number),
    }));
  },

  clear: (workloadId: string) => deleteRows(db, 'workload_minutes', { workload_id: workloadId }),

  visible(organizationId: string, ids: ReturnType<typeof visibleTo>) {
    const query = db.selectFrom('workloads').select('id').where('organization_id', '=', organizationId);
    return query.where('id', 'in', ids).execute();
  },
});
