import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tally } from '../limiter/tally.ts';

const KEPT_DAYS = 8;
const PRUNED_AT_ONCE = 10_000;

export const usageStore = (db: Queries) => ({
  /** Adds to the minute, the hour and the day of each tally. In one order, so that two processes never wait in a circle. */
  async add(tallies: readonly Tally[]): Promise<void> {
    const text = (pick: (tally: Tally) => unknown) => sql`${tallies.map((tally) => String(pick(tally)))}::text[]`;
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
