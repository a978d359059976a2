import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { MetricProblems } from './metric.problems.ts';
import { toMetric } from './metric.record.ts';
import type { MetricsQuery } from './metric.schema.ts';
import { metricStore } from './metric.store.ts';
import type { MetricRow } from './metric.tables.ts';

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
