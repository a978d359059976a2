import type { z } from 'zod';
import { chunksForUse, type UsableChunks, useChunks, versionOfStage } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { NeededPermission } from '#platform/http/route-access.ts';
import { getModelOrThrow } from '../../core/models/get-model.ts';
import { blueprintStore } from '../../core/models/model.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { jobAccepted } from '../../queue/jobs.ts';
import { dispatch } from '../../queue/project-queue.ts';
import { addContinuedModel } from './continue-model.ts';
import { IncrementalProblems, whyNotContinue, wrongChunkOrder } from './incremental.rules.ts';
import type { ContinueInput, FromIncrementalModel, FromModel, FromSampleModel } from './incremental.schema.ts';
import { iterationStore } from './incremental.store.ts';

/** To train models chunk by chunk. */
export const INCREMENTAL_LEARNING: NeededPermission = {
  name: 'ENABLE_INCREMENTAL_LEARNING',
  refusal: IncrementalProblems.notEnabled,
};

async function continuable(ctx: Ctx, projectId: string, modelId: string) {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const blueprint = await blueprintStore(ctx.db.queries).byId(projectId, row.blueprint_id);
  const why = whyNotContinue(row, blueprint?.recipe, project.plan);
  if (why !== '') refuse(IncrementalProblems.cannotContinue, modelId, why);
  return { project, parent: row };
}

/** The caller's chunks, in an order this project can learn in. */
async function fittingChunks(ctx: Ctx, { plan }: ProjectRow, id: string): Promise<UsableChunks> {
  const chunks = await chunksForUse(ctx, id);
  const wrong = plan?.kind === 'series' ? wrongChunkOrder(chunks.order, plan.panel) : '';
  if (wrong !== '') refuse(IncrementalProblems.wrongChunkOrder, id, wrong);
  return chunks;
}

async function begin(
  ctx: Ctx,
  { project, parent }: { readonly project: ProjectRow; readonly parent: ModelRow },
  earlyStoppingRounds: number,
  find: (tx: Tx) => Promise<ContinueInput['source']>,
): Promise<Reply> {
  const job = await ctx.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const request = { source: await find(tx), earlyStoppingRounds, recommend: false };
    const made = await addContinuedModel(ctx, tx, parent, request, { project, actor: ctx.actor });
    await dispatch(ctx, tx, project.id);
    return made;
  });
  return jobAccepted(job, { message: `${parent.model_type} continues training` });
}

/** From the rows of a data stage. */
export async function continueFromStage(ctx: Ctx, projectId: string, body: z.output<typeof FromModel>): Promise<Reply> {
  const found = await continuable(ctx, projectId, body.modelId);
  const { dataStageId: stageId, dataStageEncoding, dataStageDelimiter, dataStageCompression } = body;
  return begin(ctx, found, 0, async (tx) => {
    const { versionId } = await versionOfStage(ctx, tx, stageId);
    const said = {
      ...(dataStageEncoding ? { encoding: dataStageEncoding } : {}),
      ...(dataStageDelimiter ? { delimiter: dataStageDelimiter } : {}),
      ...(dataStageCompression ? { compression: dataStageCompression } : {}),
    };
    return { kind: 'stage', name: body.trainingDataName ?? `iteration_${stageId}`, stageId, versionId, said };
  });
}

/** From the first chunk on. */
export async function continueFromSample(ctx: Ctx, projectId: string, body: FromSampleModel): Promise<Reply> {
  const found = await continuable(ctx, projectId, body.modelId);
  const { aim } = found.project;
  const asked = body.chunkDefinitionId ?? aim?.chunkDefinitionId ?? refuse(IncrementalProblems.noChunksSaid);
  const { id: chunkDefinitionId } = await fittingChunks(ctx, found.project, asked);
  const rounds = body.earlyStoppingRounds ?? aim?.incrementalLearningEarlyStoppingRounds ?? 0;
  return begin(ctx, found, rounds, async (tx) => {
    await useChunks(tx, chunkDefinitionId);
    return { kind: 'chunks', chunkDefinitionId, from: 0, ...(body.firstIterationOnly ? { most: 1 } : {}) };
  });
}

/** From the chunk after the last one the model has seen; from the first one of another definition. */
export async function continueFromIncremental(ctx: Ctx, projectId: string, body: FromIncrementalModel): Promise<Reply> {
  const found = await continuable(ctx, projectId, body.modelId);
  const seen = await iterationStore(ctx.db.queries).of(body.modelId);
  if (seen.length === 0) refuse(IncrementalProblems.notIncremental, body.modelId);
  const { id: chunkDefinitionId, chunks } = await fittingChunks(ctx, found.project, body.chunkDefinitionId);
  const same = seen.filter((one) => one.chunk_definition_id === chunkDefinitionId);
  const from = Math.max(-1, ...same.map(({ chunk }) => chunk ?? -1)) + 1;
  if (from >= chunks) refuse(IncrementalProblems.noChunksLeft, body.modelId, chunks);
  const rounds = body.earlyStoppingRounds ?? found.project.aim?.incrementalLearningEarlyStoppingRounds ?? 0;
  return begin(ctx, found, rounds, async (tx) => {
    await useChunks(tx, chunkDefinitionId);
    return { kind: 'chunks', chunkDefinitionId, from };
  });
}
