import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { changedDefinition, firstDefinition, wrongDefinition } from './definition.rules.ts';
import { MetricProblems } from './metric.problems.ts';
import { type Metric, type MetricChange, type MetricCreate, type MetricsQuery, MOST_METRICS } from './metric.schema.ts';
import { holdMetrics, type MetricRow, metricStore, touchMetrics } from './metric.store.ts';

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

export interface MetricPlace {
  readonly deploymentId: string;
  readonly metricId: string;
}

/** Whoever may see the deployment was asked before. */
export async function getMetricOrThrow(
  { db }: Pick<Ctx, 'db'>,
  organizationId: string,
  { deploymentId, metricId }: MetricPlace,
): Promise<MetricRow> {
  const row = await metricStore(db.queries).byId(organizationId, deploymentId, metricId);
  return row ?? refuse(MetricProblems.noSuchMetric, metricId);
}

export async function listMetrics(ctx: Ctx, deploymentId: string, url: string, window: z.output<typeof MetricsQuery>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const rows = await metricStore(ctx.db.queries).of(organization_id, deploymentId);
  const shown = rows.slice(window.offset, window.offset + window.limit);
  return page(ctx.links, url, window, shown.map(toMetric), rows.length);
}

export async function getMetric(ctx: Ctx, place: MetricPlace) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'read');
  return toMetric(await getMetricOrThrow(ctx, organization_id, place));
}

const toMetric = (row: MetricRow): z.infer<typeof Metric> => ({
  id: row.id,
  name: row.name,
  isModelSpecific: row.is_model_specific,
  ...row.definition,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by },
});
