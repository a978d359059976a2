import { visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { callCounter } from './call-counter.ts';
import { addUp, METRICS, type Metric, metricOf, RESOLUTIONS, type Sum } from './stats.rules.ts';
import { statsStore } from './stats.store.ts';
import { getWorkloadOrThrow, WORKLOAD } from './workload.ts';

export interface Span {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_BUCKETS = 10_000;

const metricsOf = (sum: Sum, minutes: number): Record<string, number | null> =>
  Object.fromEntries(METRICS.map((metric) => [metric, metricOf(metric, sum, minutes)]));

export async function workloadStats(ctx: Ctx, id: string, span: Span) {
  await getWorkloadOrThrow(ctx, id, 'read');
  return overall(ctx, [id], span);
}

/** Of all workloads the caller may see. */
export async function allStats(ctx: Ctx, span: Span) {
  const rows = await statsStore(ctx.db.queries).visible(ctx.actor.organizationId, visibleTo(ctx, WORKLOAD));
  const ids = rows.map(({ id }) => id);
  return overall(ctx, ids, span);
}

async function overall(ctx: Ctx, ids: readonly string[], span: Span) {
  await ctx.services.get(callCounter).write();
  const period = periodOf(ctx, span);
  const minutes = await statsStore(ctx.db.queries).between(ids, period.start, period.end);
  return { period: toPeriod(period), metrics: metricsOf(addUp(minutes), (+period.end - +period.start) / MINUTE) };
}

export async function metricOverTime(
  ctx: Ctx,
  id: string,
  metric: Metric,
  query: Span & { readonly resolution?: keyof typeof RESOLUTIONS | undefined },
) {
  await getWorkloadOrThrow(ctx, id, 'read');
  await ctx.services.get(callCounter).write();
  const period = periodOf(ctx, query);
  const width = RESOLUTIONS[query.resolution ?? 'PT1H'];
  const first = Math.floor(+period.start / width) * width;
  const count = Math.ceil((+period.end - first) / width);
  if (count > MOST_BUCKETS)
    throw invalidFields({ resolution: `Would make ${count} buckets, and ${MOST_BUCKETS} are told: take a longer one` });
  const minutes = await statsStore(ctx.db.queries).between([id], period.start, period.end);
  const byBucket = new Map<number, Sum[]>();
  for (const one of minutes) {
    const at = Math.floor((+one.minute - first) / width);
    byBucket.set(at, [...(byBucket.get(at) ?? []), one]);
  }
  const buckets = Array.from({ length: count }, (_, at) => ({
    period: toPeriod({ start: new Date(first + at * width), end: new Date(first + (at + 1) * width) }),
    value: metricOf(metric, addUp(byBucket.get(at) ?? []), width / MINUTE),
  }));
  const value = metricOf(metric, addUp(minutes), (+period.end - +period.start) / MINUTE);
  return { metric, summary: { period: toPeriod(period), value }, buckets };
}

export async function clearStats(ctx: Ctx, id: string): Promise<Reply> {
  await getWorkloadOrThrow(ctx, id, 'write');
  await ctx.services.get(callCounter).write();
  await statsStore(ctx.db.queries).clear(id);
  return noContent();
}

interface Period {
  readonly start: Date;
  readonly end: Date;
}

const toPeriod = ({ start, end }: Period) => ({ start: start.toISOString(), end: end.toISOString() });

/** The last seven days unless said otherwise; whole minutes. */
function periodOf(ctx: Ctx, { start, end }: Span): Period {
  const until = end === undefined ? new Date(Math.ceil((+ctx.now() + 1) / MINUTE) * MINUTE) : new Date(end);
  const from = start === undefined ? new Date(+until - 7 * DAY) : new Date(start);
  if (from >= until) throw invalidFields({ start: 'Must be before end' });
  return { start: from, end: until };
}
