import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import type { ServedDeployment } from '../records/get-deployment.ts';
import { bundleOf } from '../registry/registry.kind.ts';
import { TextModelProblems } from '../registry/registry.problems.ts';
import type { ModelSource } from '../scoring/hot-model.ts';
import { loadSource } from '../scoring/load-source.ts';
import { PredictionProblems } from './prediction.problems.ts';
import { servedDeployment } from './served-deployments.ts';

/** What is asked: a model, and the deployment it stands behind if it does. */
export interface Subject {
  /** What the model is held in memory under: the same id is always the same model. */
  readonly modelKey: string;
  /** Of the leaderboard. */
  readonly modelId: string;
  load(): Promise<ModelSource>;
  /** Of two classes: from which chance on the positive one is said. */
  readonly threshold: number;
  readonly deployment: DeploymentRow | null;
}

/** The champion of a deployment the caller may predict with. */
export function deploymentSubject(ctx: Ctx, deploymentId: string): Subject | Promise<Subject> {
  const served = servedDeployment(ctx, deploymentId);
  return served instanceof Promise ? served.then((read) => subjectOf(ctx, read)) : subjectOf(ctx, served);
}

function subjectOf(ctx: Ctx, { deployment, package: champion }: ServedDeployment): Subject {
  if (champion.text_model !== null) refuse(TextModelProblems.writesText, `deployment ${deployment.id}`);
  requireActive(deployment, champion.execution_type);
  const { id, model_id: modelId } = champion;
  return {
    modelKey: id,
    modelId,
    load: async () => loadSource(ctx, { id, modelId, bundle: champion.bundle ?? (await bundleOf(ctx, id)) }),
    threshold: deployment.prediction_threshold ?? champion.prediction_threshold,
    deployment,
  };
}

/** While a model is replaced the old one answers. */
export function requireActive({ id, status }: DeploymentRow, executionType: string): void {
  if (executionType === 'external') refuse(PredictionProblems.external, id);
  if (status === 'active' || status === 'replacingModel') return;
  if (status === 'launching') refuse(PredictionProblems.notReady, id);
  refuse(PredictionProblems.notActive, id, status);
}
