import { z } from 'zod';
import type { Ctx, JobKind } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { getModelOrThrow, ModelProblems } from '../../core/models/get-model.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { withProject } from '../../engine/project-data.ts';
import type { ChartName, Drawn } from '../charts/charts.rules.ts';
import { questionOf } from '../charts/charts.ts';
import { insightStore } from '../insight.store.ts';
import { saveInsight } from '../insight-requests.ts';
import { requireSource, type ScoredModel, scoredParts, sourceNamed } from '../model-parts.ts';
import { requireTablePlan, SliceProblems, sliceOf } from './slices.ts';

const Input = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  name: z.enum(['liftChart', 'rocCurve', 'residuals', 'confusionMatrix']),
  source: z.string(),
  dataSliceId: z.string(),
});

/** Which rows are in a slice only the table can tell: computed once, and read from then on. */
export const slicedChartJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.sliced-chart',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, modelId, name, source, dataSliceId }, run) {
    const { project, plan } = await loadProject(platform, projectId);
    const slice = await sliceOf(platform, projectId, dataSliceId);
    const model =
      (await modelStore(platform.db.queries).byId(projectId, modelId)) ?? refuse(ModelProblems.noSuchModel, modelId);
    const scored = { project, plan, model, parts: await scoredParts(platform, model) };
    const found = requireSource(scored, source);
    const question = await questionOf(platform, scored, found, name);
    const filters = slice?.filters ?? [];
    const made = await withProject(platform, project, run, (thread) => thread.ask('drawSlice', { question, filters }));
    if (made.rows === 0) refuse(SliceProblems.empty, slice?.name ?? '', source);
    const named = { kind: 'slicedChart', modelId, source: found.name, mark: name, dataSliceId } as const;
    await saveInsight(platform, project, run, {
      ...named,
      asked: { name },
      content: { drawn: made.drawn },
      rowCount: made.rows,
    });
    const query = new URLSearchParams({ source, dataSliceId });
    return { location: `/api/v2/insights/${name}/models/${modelId}/?${query}` };
  },
};

export async function requestSlicedChart(
  ctx: Ctx,
  { project, plan, model }: ScoredModel,
  asked: Pick<z.output<typeof Input>, 'name' | 'source' | 'dataSliceId'>,
): Promise<Reply> {
  requireTablePlan(plan);
  await getModelOrThrow(ctx, project.id, model.id);
  const input = { projectId: project.id, modelId: model.id, ...asked };
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, slicedChartJob, input, { actor: ctx.actor })));
}

/** Those that were computed and may be shown now. */
export async function slicedCharts(
  ctx: Ctx,
  { project, plan, model }: ScoredModel,
  name: ChartName,
  only: { readonly source?: string | undefined; readonly dataSliceId?: string | undefined },
) {
  const rows = await insightStore(ctx.db.queries).sliced(project.id, model.id, 'slicedChart', only.dataSliceId);
  const wanted = only.source === undefined ? undefined : sourceNamed(plan, only.source)?.name;
  return rows
    .filter(({ asked }) => (asked as { name: string }).name === name)
    .filter(({ source }) => project.holdout_unlocked || source !== 'holdout')
    .filter(({ source }) => only.source === undefined || source === wanted)
    .map(({ source, data_slice_id, content }) => ({
      source: only.source ?? source,
      dataSliceId: data_slice_id ?? '',
      drawn: (content as { drawn: readonly Drawn[] }).drawn,
    }));
}
