import type { Database } from '#platform/db/database.ts';
import { quotaStore } from '../quota.store.ts';
import { amount, WINDOW_SECONDS, type WindowName, windowAt, windowIndex } from './counters.ts';
import type { Restored } from './ledger.ts';
import { type Plan, planOf } from './plan.rules.ts';

export interface ResourceKey {
  readonly organizationId: string;
  readonly type: 'deployment' | 'workload';
  readonly id: string;
}

/** What the limiter reads: plans, groups, and what was used before this process began. */
export function planStore(db: Database) {
  const heads = db.prepared<{ id: string; version: number }>(
    'quota_head',
    'SELECT id, version FROM quotas WHERE organization_id = $1 AND resource_type = $2 AND resource_id = $3',
  );
  const groups = db.prepared<{ group_id: string }>(
    'quota_groups',
    `SELECT m.group_id FROM group_members m JOIN user_groups g ON g.id = m.group_id
     WHERE m.user_id = $1 AND g.organization_id = $2 ORDER BY m.group_id`,
  );
  const used = db.prepared<{ holder: string; span: WindowName; requests: string; tokens: string }>(
    'quota_used',
    `SELECT holder, span, sum(requests)::text AS requests, sum(tokens)::text AS tokens FROM quota_usage
     WHERE quota_id = $1 AND (span, starts_at) IN (('min', $2::timestamptz), ('hour', $3::timestamptz), ('day', $4::timestamptz))
     GROUP BY holder, span`,
  );
  return {
    /** Cheap: tells whether the plan in memory is still the newest. */
    head: async ({ organizationId, type, id }: ResourceKey) => (await heads([organizationId, type, id]))[0],

    async plan({ organizationId, type, id }: ResourceKey): Promise<Plan | null> {
      const resource = { organization_id: organizationId, resource_type: type, resource_id: id };
      const row = await quotaStore(db.queries).find(resource);
      return row ? planOf({ quotaId: row.id, organizationId, version: row.version }, row.definition) : null;
    },

    groupsOf: async (organizationId: string, userId: string) =>
      (await groups([userId, organizationId])).map(({ group_id }) => group_id),

    async usedSoFar(quotaId: string, minute: number): Promise<readonly Restored[]> {
      const starts = ([0, 1, 2] as const).map(
        (place) => new Date(windowAt(place, minute) * WINDOW_SECONDS[place] * 1000),
      );
      return (await used([quotaId, ...starts])).map(({ holder, span, requests, tokens }) => ({
        holder,
        place: windowIndex(span),
        requests: Number(requests),
        tokens: amount(tokens),
      }));
    },
  };
}

export type PlanStore = ReturnType<typeof planStore>;
