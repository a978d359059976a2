import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { limiterService } from '../limiter/limiter.ts';
import { planOf } from '../limiter/plan.rules.ts';
import { type UsageRow, usageStore } from '../limiter/usage.store.ts';
import { applyUpdate } from '../quota.rules.ts';
import { getQuotaOrThrow } from '../resource-access.ts';
import { type CallerMinute, Replay } from './replay.rules.ts';
import type { ReplayBody, Replayed } from './usage.schema.ts';
import { replayStore } from './usage-report.store.ts';

const DAY_MS = 86_400_000;
const MOST_ROWS = 200_000;
const MOST_CONSUMERS = 1_000;
/** Other requests are served after this many rows. */
const ROWS_A_TURN = 2_000;

const ESTIMATE =
  'An estimate from what callers did minute by minute: within a minute their calls are spread evenly and cost the same, ' +
  'groups are those of today, windows begin empty, and nobody is thought to have called again because of a refusal.';

/** What a changed quota would have refused: nothing is changed. It names callers, so it is for those who may edit it. */
export async function replayQuota(ctx: Ctx, quotaId: string, input: z.output<typeof ReplayBody>) {
  const quota = await getQuotaOrThrow(ctx, quotaId, 'write');
  const { from: first, to: last, ...change } = input;
  const plan = planOf(
    { quotaId, organizationId: quota.organization_id, version: quota.version },
    applyUpdate(quota.definition, change),
  );
  const today = Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS;
  const from = new Date(first ?? today - DAY_MS);
  const to = new Date(last ?? (first === undefined ? today : ctx.now()));
  if (from > to) throw invalidFields({ from: `Must not be after to (${to.toISOString()})` });
  await ctx.services.get(limiterService).flush();
  const rows = await usageStore(ctx.db.queries).minutes(quotaId, from, to, MOST_ROWS + 1);
  if (rows.length > MOST_ROWS) {
    throw invalidFields({
      from: `There are more than ${MOST_ROWS} minutes of callers since then. Ask for a shorter span`,
    });
  }
  const userIds = [...new Set(rows.map(({ user_id }) => user_id))];
  const groups = await replayStore(ctx.db.queries).groupsOf(quota.organization_id, userIds);
  const total = new Totals();
  const replay = new Replay(plan);
  for (let at = 0, since = 0; at < rows.length; ) {
    const minute: CallerMinute[] = [];
    const starts = (rows[at] as UsageRow).starts_at.getTime();
    for (; rows[at]?.starts_at.getTime() === starts; at++) minute.push(toMinute(rows[at] as UsageRow, groups));
    for (const [row, outcome] of replay.minute(minute)) total.add(row, outcome);
    since += minute.length;
    if (since < ROWS_A_TURN) continue;
    since = 0;
    await turn();
  }
  return { from: from.toISOString(), to: to.toISOString(), ...total.result(), estimate: ESTIMATE };
}

const toMinute = (row: UsageRow, groups: ReadonlyMap<string, readonly string[]>): CallerMinute => ({
  minute: row.starts_at.getTime() / 60_000,
  userId: row.user_id,
  deploymentId: row.deployment_id,
  groupIds: groups.get(row.user_id) ?? [],
  requests: Number(row.requests),
  refused: Number(row.refused),
  tokens: Number(row.tokens),
  refusedTokens: Number(row.refused_tokens),
  mostInFlight: Number(row.most_in_flight),
  longestInput: Number(row.longest_input),
});

type Counts = { asked: number; refused: number; refusedThen: number };

class Totals {
  readonly #all: Counts = { asked: 0, refused: 0, refusedThen: 0 };
  readonly #byRule = new Map<string, number>();
  readonly #byCaller = new Map<string, Counts & { userId: string; deploymentId: string | null }>();

  add(
    row: CallerMinute,
    { asked, refused, byRule }: { asked: number; refused: number; byRule: ReadonlyMap<string, number> },
  ) {
    const key = `${row.userId} ${row.deploymentId}`;
    const caller = this.#byCaller.get(key) ?? {
      userId: row.userId,
      deploymentId: row.deploymentId === '' ? null : row.deploymentId,
      asked: 0,
      refused: 0,
      refusedThen: 0,
    };
    this.#byCaller.set(key, caller);
    for (const counts of [this.#all, caller]) {
      counts.asked += asked;
      counts.refused += refused;
      counts.refusedThen += row.refused;
    }
    for (const [rule, count] of byRule) this.#byRule.set(rule, (this.#byRule.get(rule) ?? 0) + count);
  }

  result(): Omit<z.infer<typeof Replayed>, 'from' | 'to' | 'estimate'> {
    const consumers = [...this.#byCaller.values()].sort((a, b) => b.refused - a.refused || b.asked - a.asked);
    const byRule = [...this.#byRule].map(([rule, refused]) => ({ rule, refused }));
    return { ...this.#all, byRule, consumers: consumers.slice(0, MOST_CONSUMERS) };
  }
}
