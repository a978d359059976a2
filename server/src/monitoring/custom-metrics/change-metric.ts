import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { noContent } from '#platform/http/reply.ts';
import { changedDefinition, wrongDefinition } from './definition.rules.ts';
import { MetricProblems } from './metric.problems.ts';
import { toMetric } from './metric.record.ts';
import type { MetricChange } from './metric.schema.ts';
import { metricStore, touchMetrics } from './metric.store.ts';
import { getMetricOrThrow, type MetricPlace } from './read-metrics.ts';

/** Sums of every kind are kept, so that another type is only another way to look at them. */
export async function changeMetric(ctx: Ctx, place: MetricPlace, input: z.output<typeof MetricChange>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  const row = await ctx.db.transaction(async (tx) => {
    // Held first, so that of two changes at once the second sees the first.
    await touchMetrics(tx, organization_id, [place.metricId]);
    const known =
      (await metricStore(tx).byId(organization_id, place.deploymentId, place.metricId)) ??
      refuse(MetricProblems.noSuchMetric, place.metricId);
    const { name = known.name, ...said } = input;
    const definition = changedDefinition(known.definition, said);
    const wrong = wrongDefinition(definition, known.definition);
    if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
    const changed = await metricStore(tx).change(known, { name, definition });
    return changed ?? refuse(MetricProblems.nameTaken, name, place.deploymentId);
  });
  return toMetric(row);
}

export async function deleteMetric(ctx: Ctx, place: MetricPlace) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  const { id } = await getMetricOrThrow(ctx, organization_id, place);
  await metricStore(ctx.db.queries).delete(organization_id, id);
  return noContent();
}
