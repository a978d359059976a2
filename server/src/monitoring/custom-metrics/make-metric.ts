import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { firstDefinition, wrongDefinition } from './definition.rules.ts';
import { MetricProblems } from './metric.problems.ts';
import { toMetric } from './metric.record.ts';
import { type MetricCreate, MOST_METRICS } from './metric.schema.ts';
import { holdMetrics, metricStore } from './metric.store.ts';

export async function createMetric(ctx: Ctx, deploymentId: string, input: z.output<typeof MetricCreate>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const definition = firstDefinition(input);
  const wrong = wrongDefinition(definition);
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  const now = ctx.now();
  const row = await ctx.db.transaction(async (tx) => {
    await holdMetrics(tx, deploymentId);
    const store = metricStore(tx);
    const known = await store.of(organization_id, deploymentId);
    if (known.some(({ name }) => name === input.name)) {
      refuse(MetricProblems.nameTaken, input.name, deploymentId);
    }
    if (known.length >= MOST_METRICS) refuse(MetricProblems.tooMany, MOST_METRICS);
    const made = {
      id: newId(now),
      organization_id,
      deployment_id: deploymentId,
      name: input.name,
      is_model_specific: input.isModelSpecific,
      created_by: ctx.actor.userId,
      created_at: now,
    };
    return (await store.insert(made, definition)) ?? refuse(MetricProblems.nameTaken, input.name, deploymentId);
  });
  return created(`/api/v2/deployments/${deploymentId}/customMetrics/${row.id}/`, toMetric(row));
}
