import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ModelPackageRow, PredictionEnvironmentRow } from '../deployments.tables.ts';
import { getEnvironmentOrThrow } from '../environments/environment.kind.ts';
import { nativeEnvironment } from '../environments/native-environment.ts';
import { DeploymentProblems } from './deployment.problems.ts';

/** Where a model will answer: the environment or server that was named, else the one every organization has. */
export async function chooseEnvironment(
  ctx: Ctx,
  execution: ModelPackageRow['execution_type'],
  wished: string | null | undefined,
): Promise<PredictionEnvironmentRow> {
  if (wished === null || wished === undefined) return nativeEnvironment(ctx, ctx.actor.organizationId);
  const { row: found } = await getEnvironmentOrThrow(ctx, wished, 'use');
  const format = execution === 'external' ? 'externalModel' : 'datarobot';
  return found.supported_model_formats.includes(format)
    ? found
    : refuse(DeploymentProblems.wrongFormat, found.name, format);
}
