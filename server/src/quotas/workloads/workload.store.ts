import { type ColumnType, type Generated, type Selectable, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { WorkloadQuery } from './workload.schema.ts';

type Document<T> = ColumnType<T, string | undefined, string>;

type Importance = 'critical' | 'high' | 'moderate' | 'low';

interface LastResponse {
  readonly statusCode: number;
  readonly timestamp: string;
}

interface WorkloadTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  importance: Generated<Importance>;
  status: Generated<'running' | 'stopped'>;
  address: string;
  is_inside: Generated<boolean>;
  timeout_seconds: Generated<number>;
  sealed_headers: string | null;
  tags: Document<readonly { readonly name: string; readonly value: string }[]>;
  last_response: ColumnType<LastResponse | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

interface WorkloadEventTable {
  id: Generated<string>;
  workload_id: string;
  event: string;
  user_id: string;
  happened_at: Date;
}

interface WorkloadMinuteTable {
  workload_id: string;
  minute: Date;
  requests: string;
  user_errors: string;
  server_errors: string;
  slow: string;
  most_at_once: number;
  times: string[];
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    workloads: WorkloadTable;
    workload_events: WorkloadEventTable;
    workload_minutes: WorkloadMinuteTable;
  }
}

export type WorkloadRow = Selectable<WorkloadTable>;

const ORDERS = { name: sql`lower(name)`, status: sql`status`, createdAt: sql`created_at`, updatedAt: sql`updated_at` };

const anyTag = (field: 'name' | 'value', wanted: readonly string[]) =>
  sql<boolean>`EXISTS (SELECT 1 FROM jsonb_array_elements(tags) tag WHERE tag->>${sql.lit(field)} = ANY(${wanted}))`;

export const workloadStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<WorkloadRow | undefined> =>
    findRow(db, 'workloads', { organization_id: organizationId, id }),

  page(organizationId: string, visible: ReturnType<typeof visibleTo>, filter: z.output<typeof WorkloadQuery>) {
    const list = (wanted: readonly string[]) => (wanted.length > 0 ? [...wanted] : ['']);
    let query = db.selectFrom('workloads').where('organization_id', '=', organizationId).where('id', 'in', visible);
    if (filter.search) query = query.where(sql`strpos(lower(name), ${filter.search.toLowerCase()})`, '>', sql.lit(0));
    if (filter.ids) query = query.where('id', 'in', list(filter.ids));
    if (filter.createdBy) query = query.where('created_by', '=', filter.createdBy);
    if (filter.status) query = query.where(sql`status`, 'in', list(filter.status));
    if (filter.importance) query = query.where(sql`importance`, 'in', list(filter.importance));
    if (filter.tagKeys) query = query.where(anyTag('name', filter.tagKeys));
    if (filter.tagValues) query = query.where(anyTag('value', filter.tagValues));
    const order = ORDERS[filter.orderBy.replace(/^-/, '') as keyof typeof ORDERS];
    const direction = filter.orderBy.startsWith('-') ? 'desc' : 'asc';
    return pageOfRows(query.selectAll().orderBy(order, direction).orderBy('id'), filter);
  },

  change: (organizationId: string, id: string, change: Updateable<Tables['workloads']>) =>
    updateRows(db, 'workloads', { organization_id: organizationId, id }, change),

  note: (workloadId: string, event: string, userId: string, at: Date) =>
    db
      .insertInto('workload_events')
      .values({ workload_id: workloadId, event, user_id: userId, happened_at: at })
      .execute(),

  /** Newest first. */
  events(workloadId: string, window: { readonly offset: number; readonly limit: number }) {
    const query = db
      .selectFrom('workload_events')
      .innerJoin('users', 'users.id', 'workload_events.user_id')
      .select(['event', 'happened_at', 'users.id as userId', 'users.username'])
      .where('workload_id', '=', workloadId);
    return pageOfRows(query.orderBy('workload_events.id', 'desc'), window);
  },

  creators: (ids: readonly string[]) =>
    db
      .selectFrom('users')
      .select(['id', 'username', 'email'])
      .where('id', 'in', ids.length > 0 ? [...ids] : [''])
      .execute(),
});
