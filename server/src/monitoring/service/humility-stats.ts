import type { Ctx } from '#platform/context.ts';
import { bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import type { WhichQuery } from '../scope/period.schema.ts';
import { getQuestionOrThrow } from '../scope/statistics-scope.ts';

type Query = WhichQuery & { readonly start?: string | undefined; readonly end?: string | undefined };

/** Nothing here makes humility rules, so none was ever triggered: the answer has the form and says so. */
export async function humilityStats(ctx: Ctx, deploymentId: string, query: Query) {
  const { modelIds } = await getQuestionOrThrow(ctx, deploymentId, query);
  return { period: toPeriod(periodOf(query, ctx.now())), modelId: modelIds[0] ?? null, data: [] };
}

export async function humilityStatsOverTime(
  ctx: Ctx,
  deploymentId: string,
  query: Query & { readonly bucketSize?: string | undefined },
) {
  const { modelIds } = await getQuestionOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  return {
    modelId: modelIds[0] ?? null,
    summary: { period: toPeriod(period), values: [] },
    buckets: bucketsOf(period, query.bucketSize).map((bucket) => ({ period: toPeriod(bucket), values: [] })),
  };
}
