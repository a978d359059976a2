import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { getModelingProjectOrThrow, getProjectOrThrow } from '../../core/project/get-project.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightStore } from '../insight.store.ts';
import type { InsightRow } from '../insight.tables.ts';
import { readyModel } from '../model-files.ts';
import { getScoredModelOrThrow } from '../model-parts.ts';
import { requestInsight } from '../request-insight.ts';
import type { ExplainedRow } from './explain-tasks.ts';
import { initializationStep } from './initialization.step.ts';

export async function requestInitialization(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  await getScoredModelOrThrow(ctx, projectId, modelId);
  await readyModel(ctx, projectId, modelId);
  const what = 'Explaining a sample with this model';
  return requestInsight(ctx, initializationStep, { modelId }, { project, modelId, what });
}

async function getSampleOrThrow(ctx: Ctx, projectId: string, modelId: string): Promise<InsightRow> {
  const rows = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'explanationsInitialization');
  const how = `/api/v2/projects/${projectId}/models/${modelId}/predictionExplanationsInitialization/ to compute it`;
  return rows[0] ?? refuse(InsightProblems.notComputed, 'a sample of explanations', how);
}

export async function getInitialization(ctx: Ctx, projectId: string, modelId: string) {
  await getScoredModelOrThrow(ctx, projectId, modelId);
  const { content } = await getSampleOrThrow(ctx, projectId, modelId);
  const { sample } = content as { readonly sample: readonly ExplainedRow[] };
  return { projectId, modelId, predictionExplanationsSample: sample };
}

export async function deleteInitialization(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await getScoredModelOrThrow(ctx, projectId, modelId);
  const { id } = await getSampleOrThrow(ctx, projectId, modelId);
  await insightStore(ctx.db.queries).delete(projectId, 'explanationsInitialization', id);
  return noContent();
}
