import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { modelStore } from '../core/models/model.store.ts';
import { getProjectOrThrow, PROJECT } from '../core/project/get-project.ts';
import { insightStore } from '../insights/insight.store.ts';
import { targetOf } from './packaged.rules.ts';
import type { PackagedTarget } from './packaged-model.ts';
import { PackagingProblems } from './packaging.problems.ts';

export interface ModelToPackage {
  readonly modelId: string;
  readonly modelType: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly target: PackagedTarget;
  readonly isTimeSeries: boolean;
  readonly isMultiseries: boolean;
  readonly predictionThreshold: number;
}

/** A model of a leaderboard that can be taken out of its project, for people who may use the project. */
export async function modelToPackage(ctx: Ctx, modelId: string): Promise<ModelToPackage> {
  const projectId = await insightStore(ctx.db.queries).projectOf(ctx.actor.organizationId, modelId);
  const unseen = () => refuse(PackagingProblems.noSuchModel, modelId);
  if (projectId === undefined) return unseen();
  await requireRole(ctx, { kind: PROJECT, id: projectId }, 'use', unseen);
  const project = await getProjectOrThrow(ctx, projectId, 'use');
  const model = await modelStore(ctx.db.queries).byId(projectId, modelId);
  if (model === undefined || project.plan === null) return refuse(PackagingProblems.noSuchModel, modelId);
  if (model.status === 'training') refuse(PackagingProblems.stillTraining, modelId);
  if (model.status === 'error' || model.artifact === null) refuse(PackagingProblems.cannotAnswer, modelId, model.error);
  return {
    modelId,
    modelType: model.model_type,
    projectId,
    projectName: project.name,
    target: targetOf(project.plan),
    isTimeSeries: project.plan.kind === 'series',
    isMultiseries: project.plan.kind === 'series' && project.plan.panel.idColumns.length > 0,
    predictionThreshold: model.prediction_threshold,
  };
}
