import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, refuse } from '#platform/http/problem.ts';
import { bytes } from '#platform/http/reply.ts';
import { featureStore } from '../../../core/features/feature.store.ts';
import type { SeriesPlan } from '../../../core/partitioning/plan.ts';
import { getProjectOrThrow } from '../../../core/project/get-project.ts';
import type { Discarded, LogQuery } from './derivation.schema.ts';

const DerivationProblems = catalogue({
  notSeries: {
    status: 422,
    code: 'projects.not_time_series',
    message: () => 'Only time series projects derive features, and only once their target is set.',
  },
});

async function seriesPlan(ctx: Ctx, projectId: string): Promise<SeriesPlan> {
  const { plan, stage } = await getProjectOrThrow(ctx, projectId, 'read');
  return plan?.kind === 'series' && stage === 'modeling' ? plan : refuse(DerivationProblems.notSeries);
}

/** What was found out about the series, and what was derived from them, a line each. */
async function logOf(ctx: Ctx, projectId: string): Promise<string[]> {
  const plan = await seriesPlan(ctx, projectId);
  const derived = await featureStore(ctx.db.queries).modeling(projectId);
  const { windows, grid, periods, panel } = plan;
  const steps = (count: number) => `${count * grid.step} ${grid.unit}`;
  const list = (names: readonly string[] | undefined) => (names ?? []).join(', ') || 'none';
  return [
    `Time step: ${steps(1)}`,
    `Detected periodicities: ${periods.map((period) => steps(period)).join(', ') || 'none'}`,
    `Shape of the target: ${JSON.stringify(plan.shape)}`,
    `Feature derivation window: the ${steps(windows.history)} up to ${steps(windows.blind)} before the forecast point`,
    `Forecast window: from ${steps(windows.first)} to ${steps(windows.last)} after the forecast point`,
    `Known in advance: ${list(panel.knownInAdvance)}`,
    `Not derived from: ${list(panel.doNotDerive)}`,
    `Features over all series: ${plan.crossSeries ? 'yes' : 'no'}`,
    `Number of derived features: ${derived.length}`,
    ...derived.map(({ name, parent_names }) => `Generated ${name} from ${parent_names.join(', ')}`),
  ];
}

export async function getFeatureLog(ctx: Ctx, projectId: string, url: string, query: z.output<typeof LogQuery>) {
  const log = await logOf(ctx, projectId);
  const limit = query.limit === 0 ? log.length : query.limit;
  const shown = log.slice(query.offset, query.offset + limit);
  const { data, totalCount, ...around } = page(ctx.links, url, { offset: query.offset, limit }, shown, log.length);
  return { ...around, featureLog: data.join('\n'), totalLogLines: totalCount };
}

export async function getFeatureLogFile(ctx: Ctx, projectId: string) {
  const log = await logOf(ctx, projectId);
  const name = { 'content-disposition': `attachment; filename="feature-log-${projectId}.txt"` };
  return bytes('text/plain; charset=utf-8', `${log.join('\n')}\n`, name);
}

/** Every feature that is derived is kept, so there is none to bring back. */
export async function listDiscarded(ctx: Ctx, projectId: string): Promise<z.infer<typeof Discarded>> {
  await seriesPlan(ctx, projectId);
  return { count: 0, features: [], totalRestoreLimit: 0, remainingRestoreLimit: 0 };
}
