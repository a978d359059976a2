import { type Selectable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { matching, pageOfRows } from '#platform/db/rows.ts';
import type { Amount } from './counters.ts';

interface QuotaUsageTable {
  quota_id: string;
  span: 'min' | 'hour' | 'day';
  starts_at: Date;
  holder: string;
  user_id: string;
  deployment_id: string;
  requests: number;
  tokens: string;
  refused: number;
  refused_tokens: string;
  would_refuse: number;
  most_in_flight: number;
  longest_input: string;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    quota_usage: QuotaUsageTable;
  }
}

export type UsageRow = Selectable<QuotaUsageTable>;

export interface UsageFilter {
  readonly window: UsageRow['span'];
  readonly from: Date;
  readonly to: Date;
  readonly userId?: string | undefined;
  readonly deploymentId?: string | undefined;
  /** This person's part alone. */
  readonly only?: string | null;
}

const KEPT_DAYS = 8;
const PRUNED_AT_ONCE = 10_000;
const SPAN_MS = { min: 60_000, hour: 3_600_000, day: 86_400_000 };

export const usageStore = (db: Queries) => ({
  /** Adds to the minute, the hour and the day of each usage record. In one order, so that two processes never wait in a circle. */
  async add(usageRecords: readonly UsageRecord[]): Promise<void> {
    const text = (pick: (usageRecord: UsageRecord) => unknown) =>
      sql`${usageRecords.map((usageRecord) => String(pick(usageRecord)))}::text[]`;
    await sql`
      INSERT INTO quota_usage AS kept
        (quota_id, span, starts_at, holder, user_id, deployment_id, requests, tokens, refused, refused_tokens,
         would_refuse, most_in_flight, longest_input)
      SELECT t.quota_id, w.span, to_timestamp(floor(t.minute::bigint * 60 / w.seconds) * w.seconds), t.holder, t.user_id,
             t.deployment_id, sum(t.requests::bigint), sum(t.tokens::numeric), sum(t.refused::bigint),
             sum(t.refused_tokens::numeric), sum(t.would_refuse::bigint), max(t.most_in_flight::bigint),
             max(t.longest_input::numeric)
      FROM unnest(${text((t) => t.quotaId)}, ${text((t) => t.minute)}, ${text((t) => t.holder)}, ${text((t) => t.userId)},
                  ${text((t) => t.deploymentId)}, ${text((t) => t.requests)}, ${text((t) => t.tokens)},
                  ${text((t) => t.refused)}, ${text((t) => t.refusedTokens)}, ${text((t) => t.wouldRefuse)},
                  ${text((t) => t.mostInFlight)}, ${text((t) => t.longestInput)})
        AS t (quota_id, minute, holder, user_id, deployment_id, requests, tokens, refused, refused_tokens, would_refuse,
              most_in_flight, longest_input)
      JOIN quotas ON quotas.id = t.quota_id -- what was deleted meanwhile is of no use to anybody
      CROSS JOIN (VALUES ('min', 60), ('hour', 3600), ('day', 86400)) AS w (span, seconds)
      GROUP BY 1, 2, 3, 4, 5, 6
      ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (quota_id, span, starts_at, holder, user_id, deployment_id) DO UPDATE SET
        requests = kept.requests + excluded.requests,
        tokens = kept.tokens + excluded.tokens,
        refused = kept.refused + excluded.refused,
        refused_tokens = kept.refused_tokens + excluded.refused_tokens,
        would_refuse = kept.would_refuse + excluded.would_refuse,
        most_in_flight = greatest(kept.most_in_flight, excluded.most_in_flight),
        longest_input = greatest(kept.longest_input, excluded.longest_input)`.execute(db);
  },

  /** Windows that touch the span, of a quota the caller may see. */
  page(quotaId: string, filter: UsageFilter & { readonly offset: number; readonly limit: number }) {
    const { window, from, to, userId, deploymentId, only } = filter;
    let found = db
      .selectFrom('quota_usage')
      .where(matching<'quota_usage'>({ quota_id: quotaId, span: window }))
      .where('starts_at', '>', new Date(from.getTime() - SPAN_MS[window]))
      .where('starts_at', '<=', to);
    if (only) found = found.where('user_id', '=', only);
    if (userId !== undefined) found = found.where('user_id', '=', userId);
    if (deploymentId !== undefined) found = found.where('deployment_id', '=', deploymentId);
    const newestFirst = found.selectAll().orderBy('starts_at', 'desc');
    return pageOfRows(newestFirst.orderBy('holder').orderBy('user_id').orderBy('deployment_id'), filter);
  },

  /** The minutes of a span, in order of time; at most so many. */
  minutes: (quotaId: string, from: Date, to: Date, most: number): Promise<UsageRow[]> =>
    db
      .selectFrom('quota_usage')
      .selectAll()
      .where(matching<'quota_usage'>({ quota_id: quotaId, span: 'min' }))
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to)
      .orderBy('starts_at')
      .orderBy('holder')
      .orderBy('user_id')
      .orderBy('deployment_id')
      .limit(most)
      .execute(),

  /** Minutes are kept for eight days; hours and days, which are few, for as long as the quota. */
  async prune(now: Date): Promise<number> {
    const { numAffectedRows } = await sql`
      DELETE FROM quota_usage WHERE ctid IN (
        SELECT ctid FROM quota_usage
        WHERE span = 'min' AND starts_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
        LIMIT ${PRUNED_AT_ONCE})`.execute(db);
    return Number(numAffectedRows ?? 0n);
  },
});

/** What one caller did in one minute and is not written down yet: additions to its row of the usage. */
export interface UsageRecord {
  readonly quotaId: string;
  readonly minute: number;
  readonly holder: string;
  readonly userId: string;
  readonly deploymentId: string;
  requests: number;
  tokens: Amount;
  refused: number;
  refusedTokens: Amount;
  /** Let through although a limit was passed, since the quota only watches. */
  wouldRefuse: number;
  mostInFlight: number;
  longestInput: Amount;
  /** Which round of writing it belongs to. */
  readonly round: number;
}
