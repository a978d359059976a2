import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { getModelOrThrow } from '../core/models/get-model.ts';
import { ModelProblems } from '../core/models/model.problems.ts';
import { modelStore } from '../core/models/model.store.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { lockProject } from '../core/project/project.store.ts';
import { projectBlobs } from '../engine/project-blobs.ts';
import type { ModelChange } from './model.schema.ts';

export async function changeModel(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  input: z.output<typeof ModelChange>,
): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await getModelOrThrow(ctx, projectId, modelId);
  const change = {
    ...(input.isStarred === undefined ? {} : { is_starred: input.isStarred }),
    ...(input.predictionThreshold === undefined ? {} : { prediction_threshold: input.predictionThreshold }),
  };
  if (Object.keys(change).length > 0) await modelStore(ctx.db.queries).change(modelId, change);
  return noContent();
}

/** With its predictions and its file. A model that blends are made of stays. */
export async function deleteModel(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await getModelOrThrow(ctx, projectId, modelId);
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const blends = (await modelStore(tx).ready(projectId)).filter(({ member_ids }) => member_ids?.includes(modelId));
    if (blends.length > 0)
      refuse(
        ModelProblems.inBlend,
        blends.map(({ id }) => id),
      );
    await modelStore(tx).delete(projectId, [modelId]);
  });
  for await (const key of ctx.blobs.list(`${projectBlobs(projectId).prefix}models/${modelId}/`))
    await ctx.blobs.delete(key);
  return noContent();
}
