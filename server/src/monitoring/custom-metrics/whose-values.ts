import { challengersOf, type DeploymentRow, modelsOf, watchedPackage } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';

export interface ValuesModel {
  readonly packageId: string;
  readonly modelId: string;
}

export const NO_MODEL: ValuesModel = { packageId: '', modelId: '' };

/** The model the reported values are of: one the deployment has or had, or one of its challengers; or that of today. */
export async function whoseValues(
  ctx: Ctx,
  deployment: DeploymentRow,
  {
    modelId,
    modelPackageId,
  }: { readonly modelId?: string | null | undefined; readonly modelPackageId?: string | null | undefined },
): Promise<ValuesModel> {
  const today = await watchedPackage(ctx, deployment.package_id);
  const current = { packageId: deployment.package_id, modelId: today?.model_id ?? '' };
  if (!modelId && !modelPackageId) return current;
  const isMeant = (one: ValuesModel) =>
    (!modelId || one.modelId === modelId) && (!modelPackageId || one.packageId === modelPackageId);
  if (isMeant(current)) return current;
  const history = await modelsOf(ctx.db.queries, deployment.id);
  const earlier = history
    .map(({ package_id, model_id }) => ({ packageId: package_id, modelId: model_id }))
    .find(isMeant);
  if (earlier) return earlier;
  for (const { package_id } of await challengersOf(ctx.db.queries, deployment)) {
    const one = { packageId: package_id, modelId: (await watchedPackage(ctx, package_id))?.model_id ?? '' };
    if (isMeant(one)) return one;
  }
  return refuse(MonitoringProblems.notOfDeployment, modelId || modelPackageId || '');
}
