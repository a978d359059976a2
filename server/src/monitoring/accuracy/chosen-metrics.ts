import type { z } from 'zod';
import { type DeploymentRow, getDeploymentOrThrow, watchedPackage } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { chosenMetrics, keepChosen } from '../actuals/chosen-metrics.store.ts';
import { metricNames } from '../actuals/target-metrics.ts';
import type { ChosenMetrics } from './accuracy.schema.ts';

/** All metrics of such a model, the usual one first. */
async function possible(ctx: Ctx, { package_id, id }: DeploymentRow): Promise<readonly string[]> {
  const model = await watchedPackage(ctx, package_id);
  if (model === undefined) throw new Error(`Deployment ${id} has no model.`);
  return metricNames(model.target);
}

/** The metrics accuracy is told in: those somebody chose, or all. */
export async function getChosenMetrics(ctx: Ctx, deploymentId: string) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const chosen = await chosenMetrics(ctx.db.queries, deployment.organization_id, deploymentId);
  return { data: [...(chosen ?? (await possible(ctx, deployment)))] };
}

export async function chooseMetrics(ctx: Ctx, deploymentId: string, { data }: z.output<typeof ChosenMetrics>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const names = await possible(ctx, deployment);
  const unknown = data.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'It is judged by none' : `It is judged by ${names.join(', ')}`;
    throw invalidFields({ data: `"${unknown}" is no metric of this model. ${known}` });
  }
  if (new Set(data).size < data.length) throw invalidFields({ data: 'Name each metric once' });
  const { organization_id } = deployment;
  await ctx.db.transaction((tx) => keepChosen(tx, { deployment_id: deploymentId, organization_id, metrics: data }));
  return { data };
}
