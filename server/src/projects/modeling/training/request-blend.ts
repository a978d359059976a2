import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { lockProject } from '../../core/project/project.store.ts';
import { alreadyAdded, jobAccepted } from '../../queue/jobs.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import { dispatch, enqueueStep } from '../../queue/project-queue.ts';
import { blendModels } from './blend-models.ts';
import { blendRules, whyNotBlend } from './training-request.rules.ts';
import type { BlendModels } from './training-request.schema.ts';

type Body = z.output<typeof BlendModels>;

export async function checkBlend(ctx: Ctx, projectId: string, body: Body) {
  const { plan } = await getModelingProjectOrThrow(ctx, projectId, 'read');
  const reason = await why(ctx, projectId, body, plan as ProjectPlan);
  return { blendable: reason === '', reason };
}

async function why(ctx: Ctx, projectId: string, { modelIds, blenderMethod }: Body, plan: ProjectPlan): Promise<string> {
  const store = modelStore(ctx.db.queries);
  const models = (await store.byIds(projectId, modelIds)).filter(({ status }) => status === 'ready');
  const parts = await store.parts(modelIds);
  const known = new Set(parts.map((one) => `${one.model_id} ${one.part}`));
  const has = (id: string, part: string) => known.has(`${id} ${part}`);
  const reason = whyNotBlend(models, modelIds, partNames(plan).judged, has);
  if (reason !== '' || blendRules(blenderMethod, plan.kind === 'series') !== undefined) return reason;
  return `${blenderMethod} is not offered here. Use ${plan.kind === 'series' ? 'AVG, MED or ENET' : 'AVG, ENET, GLM or PLS'}.`;
}

export async function requestBlend(ctx: Ctx, projectId: string, body: Body): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const plan = project.plan as ProjectPlan;
  const reason = await why(ctx, projectId, body, plan);
  if (reason !== '') throw invalidFields({ [reason.includes('not offered') ? 'blenderMethod' : 'modelIds']: reason });
  const rules = blendRules(body.blenderMethod, plan.kind === 'series') ?? [];
  const input = {
    memberIds: body.modelIds,
    most: 1,
    method: body.blenderMethod,
    ...(rules.length > 0 ? { rules: [...rules] } : {}),
  };
  const job = await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const twin = await projectJobStore(tx).twin(projectId, blendModels.name, input);
    if (twin !== undefined) throw alreadyAdded('This blend', twin.id);
    const made = await enqueueStep(ctx, tx, blendModels, input, { project, actor: ctx.actor });
    await dispatch(ctx, tx, projectId);
    return made;
  });
  return jobAccepted(job, { message: 'The blend is being made' });
}
