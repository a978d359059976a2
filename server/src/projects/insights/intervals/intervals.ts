import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { memoryPage } from '../../core/memory-page.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { lockProject } from '../../core/project/project.store.ts';
import { readForecaster } from '../../engine/project-files.ts';
import { jobAccepted } from '../../queue/jobs.ts';
import { dispatch, enqueueStep } from '../../queue/project-queue.ts';
import type { Step } from '../../queue/step.ts';
import { insightStore } from '../insight.store.ts';
import { saveInsight } from '../insight-requests.ts';
import { getScoredModelOrThrow, InsightProblems, readyModel } from '../model-parts.ts';
import type { IntervalsQuery, IntervalsRequest } from './interval.schema.ts';

/** As often as it is asked for: clients ask before every change of a deployment's settings. */
export async function requestIntervals(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  { percentiles }: z.output<typeof IntervalsRequest>,
): Promise<Reply> {
  const { project, plan } = await getScoredModelOrThrow(ctx, projectId, modelId);
  if (plan.kind !== 'series') refuse(InsightProblems.notForTask, 'A prediction interval', 'time series', plan.task);
  const job = await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const about = { project, actor: ctx.actor, modelId };
    const made = await enqueueStep(ctx, tx, intervalsStep, { modelId, percentiles }, about);
    await dispatch(ctx, tx, projectId);
    return made;
  });
  return jobAccepted(job);
}

/** Widest first, as clients say they are. */
export async function listIntervals(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  url: string,
  query: z.output<typeof IntervalsQuery>,
) {
  await getScoredModelOrThrow(ctx, projectId, modelId);
  const rows = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'predictionIntervals');
  const sizes = rows.map(({ source }) => Number(source)).sort((a, b) => b - a);
  return memoryPage(ctx, url, query, sizes, (size) => size);
}

const Input = z.strictObject({ modelId: z.string(), percentiles: z.array(z.int()) });

/**
 * A model keeps its errors on the backtests, from which an interval of any size is read when it predicts. What is left
 * to do is to make sure that the model can be read, and to remember which sizes were asked for.
 */
export const intervalsStep: Step<z.output<typeof Input>> = {
  name: 'prediction-intervals',
  jobType: 'predictionIntervals',
  input: Input,
  async run(platform, { modelId, percentiles }, job, run) {
    const { project } = await loadProject(platform, job.project_id);
    await readForecaster(platform, await readyModel(platform, project.id, modelId));
    for (const size of percentiles) {
      const source = String(size);
      await saveInsight(platform, project, run, { kind: 'predictionIntervals', modelId, source, rowCount: 0 });
    }
    return { location: `/api/v2/projects/${project.id}/models/${modelId}/predictionIntervals/` };
  },
};
