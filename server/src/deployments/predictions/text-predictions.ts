import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { DeploymentRow, TextModel } from '../deployments.tables.ts';
import { getRecorder } from '../recording/recorder.ts';
import { TextModelProblems } from '../registry/registry.problems.ts';
import { getServedDeployment, requireActive } from './prediction-target.ts';
import { predictionConsumer } from './record-prediction.ts';

/** A deployment that writes text, for a caller who may ask it. */
export interface ServedTextModel {
  readonly deployment: DeploymentRow;
  readonly modelId: string;
  readonly textModel: TextModel;
}

export async function getServedTextModel(ctx: Ctx, deploymentId: string): Promise<ServedTextModel> {
  const { deployment, package: champion } = await getServedDeployment(ctx, deploymentId);
  const { text_model: textModel, model_id: modelId, target } = champion;
  if (textModel === null) return refuse(TextModelProblems.writesNoText, deploymentId, target.type);
  requireActive(deployment, champion.execution_type);
  return { deployment, modelId, textModel };
}

export interface NotedChat {
  /** Milliseconds since 1970, when the request arrived. */
  readonly at: number;
  readonly status: number;
  /** Until the last word of the answer. */
  readonly milliseconds: number;
}

/** Records a chat for service health: one reply is one row. Its content is not recorded. */
export function recordChat(
  ctx: Ctx,
  headers: IncomingHttpHeaders,
  { deployment, modelId }: ServedTextModel,
  { at, status, milliseconds }: NotedChat,
): void {
  getRecorder(ctx).note({
    organizationId: deployment.organization_id,
    deploymentId: deployment.id,
    packageId: deployment.package_id,
    modelId,
    at,
    source: 'realtime',
    status,
    rows: status === 200 ? 1 : 0,
    executionMs: milliseconds,
    responseMs: milliseconds,
    cacheHit: true,
    consumer: predictionConsumer(ctx, headers),
  });
}
