import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { lockProject, projectStore } from '../core/project/project.store.ts';
import { cancelAll } from '../queue/jobs.ts';
import { dispatch } from '../queue/project-queue.ts';
import { toProject } from './project.record.ts';
import type { ProjectChange } from './project.schema.ts';

/** A new number of workers counts from now on: waiting jobs start in the same moment. */
export async function changeProject(ctx: Ctx, id: string, input: z.output<typeof ProjectChange>) {
  await getProjectOrThrow(ctx, id, 'write');
  const { projectName, projectDescription, workerCount, gpuWorkerCount, holdoutUnlocked } = input;
  const change = {
    ...(projectName === undefined ? {} : { name: projectName }),
    ...(projectDescription === undefined ? {} : { description: projectDescription }),
    ...(workerCount === undefined ? {} : { worker_count: workerCount }),
    ...(gpuWorkerCount === undefined ? {} : { gpu_worker_count: gpuWorkerCount }),
    ...(holdoutUnlocked === undefined ? {} : { holdout_unlocked: true }),
  };
  return ctx.db.transaction(async (tx) => {
    await lockProject(tx, id);
    await projectStore(tx).change(id, change, ctx.now());
    if (workerCount !== undefined) await dispatch(ctx, tx, id);
    return toProject(await getProjectOrThrow(ctx, id, 'read', tx));
  });
}

/** Its work is stopped; it can be recovered from `deletedProjects/`. */
export async function deleteProject(ctx: Ctx, id: string): Promise<Reply> {
  await getProjectOrThrow(ctx, id, 'own');
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, id);
    await cancelAll(ctx, tx, id);
    await projectStore(tx).markDeleted(id, ctx.actor.userId, ctx.now());
  });
  return noContent();
}
