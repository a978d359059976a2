import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';
import { alreadyAdded, jobAccepted } from '../queue/jobs.ts';
import { projectJobStore } from '../queue/project-job.store.ts';
import { dispatch, enqueueStep } from '../queue/project-queue.ts';
import type { Step } from '../queue/step.ts';

/** One more job of the project, unless the same one waits or runs. */
export async function requestInsight<Input>(
  ctx: Ctx,
  step: Step<Input>,
  input: Input,
  about: { readonly project: ProjectRow; readonly modelId: string; readonly what: string },
): Promise<Reply> {
  const { project, modelId, what } = about;
  const job = await ctx.db.transaction(async (tx) => {
    const twin = await projectJobStore(tx).twin(project.id, step.name, input);
    if (twin !== undefined) throw alreadyAdded(what, twin.id);
    const row = await enqueueStep(ctx, tx, step, input, { project, actor: ctx.actor, modelId });
    await dispatch(ctx, tx, project.id);
    return row;
  });
  return jobAccepted(job);
}

/** Clients take this for an invitation to read what is there: no job is named. */
export const alreadyComputed = (what: string): Problem =>
  new Problem(422, 'insights.already_computed', `${what} has been computed already. GET it.`, {
    extra: { errorName: 'JobAlreadyAdded', jobId: null },
  });
