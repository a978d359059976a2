import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ModelPackageRow, PredictionEnvironmentRow } from '../deployments.tables.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { deploymentStore } from './deployment.store.ts';

/** Where a model will answer: the environment or server that was named, else the one the organization was born with. */
export async function chooseEnvironment(
  ctx: Ctx,
  model: ModelPackageRow,
  wished: string | null | undefined,
): Promise<PredictionEnvironmentRow> {
  const { organizationId } = ctx.actor;
  const id = wished ?? (await deploymentStore(ctx.db.queries).nativeEnvironmentId(organizationId)) ?? '';
  const [found] = await deploymentStore(ctx.db.queries).environments(organizationId, [id]);
  if (found === undefined || found.deleted_at !== null) return refuse(DeploymentProblems.noSuchEnvironment, id);
  const format = model.execution_type === 'external' ? 'externalModel' : 'datarobot';
  // What answers elsewhere may be noted at any place, as it was when nobody named one.
  const fits = wished === null || wished === undefined || found.supported_model_formats.includes(format);
  return fits ? found : refuse(DeploymentProblems.wrongFormat, found.name, format);
}
