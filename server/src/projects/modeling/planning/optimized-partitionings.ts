import { EngineProblem } from '@almanac/engine';
import { z } from 'zod';
import type { Ctx, JobKind, Platform } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, invalidFields, notFound, Problem, refuse } from '#platform/http/problem.ts';
import { accepted, bytes, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { featureListStore, INFORMATIVE } from '../../core/features/feature-list.store.ts';
import { memoryPage } from '../../core/memory-page.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import type { Aim, PartitioningBody } from '../../core/project/aim.schema.ts';
import { getProjectOrThrow, loadAnyProject, ProjectProblems, projectJob } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { type EngineThread, withEngine } from '../../engine/engine-pool.ts';
import { projectData } from '../../engine/project-data.ts';
import { optimizedStore, type PartitioningRow } from './optimized-partitioning.store.ts';
import type { LogQuery, Partitioning } from './partitioning.schema.ts';
import { partitioningOf, requestedFields } from './partitioning-preview.ts';
import { planTable } from './plan-project.ts';
import { toPlanTask } from './plan-request.rules.ts';
import { wrongTarget } from './target.rules.ts';
import { stepOfData } from './time.rules.ts';

const OptimizedProblems = catalogue({
  noSuchPartitioning: notFound(
    'projects.no_such_partitioning',
    (id: string) => `The project has no optimized partitioning ${id}. GET optimizedDatetimePartitionings/ lists them.`,
  ),
});

/** A preview from the data themselves, with the rows of every part. */
export async function createOptimized(ctx: Ctx, projectId: string, body: PartitioningBody): Promise<Reply> {
  const project = await getProjectOrThrow(ctx, projectId, 'write');
  if (project.stage === 'modeling' || project.stage === 'eda2') refuse(ProjectProblems.targetChosen, project.stage);
  const { aim, features } = await requestedFields(ctx, projectId, body);
  const errors = wrongTarget(aim, features);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const row = { ...newRow(ctx), project_id: projectId, asked: JSON.stringify(aim), found: null };
  const statusId = await ctx.db.transaction(async (tx) => {
    await optimizedStore(tx).insert(row);
    const options = projectJob(ctx, projectId, 'Sharing the past out');
    return ctx.jobs.enqueue(tx, partitionJob, { projectId, id: row.id }, options);
  });
  return accepted(statusId);
}

async function getOptimizedOrThrow(ctx: Ctx, projectId: string, id: string): Promise<PartitioningRow> {
  await getProjectOrThrow(ctx, projectId, 'read');
  const row = await optimizedStore(ctx.db.queries).byId(projectId, id);
  return row ?? refuse(OptimizedProblems.noSuchPartitioning, id);
}

const toRecord = (row: PartitioningRow) => ({ ...row.found, datetimePartitioningId: row.id });

export const getOptimized = async (ctx: Ctx, projectId: string, id: string) =>
  toRecord(await getOptimizedOrThrow(ctx, projectId, id));

export async function listOptimized(
  ctx: Ctx,
  projectId: string,
  url: string,
  window: { readonly offset: number; readonly limit: number },
) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { rows, total } = await optimizedStore(ctx.db.queries).page(projectId, window);
  return page(ctx.links, url, window, rows.map(toRecord), total);
}

export async function getOptimizedInput(ctx: Ctx, projectId: string, id: string) {
  const { cvMethod: _, ...asked } = (await getOptimizedOrThrow(ctx, projectId, id)).asked;
  return asked;
}

export async function getOptimizedLog(ctx: Ctx, projectId: string, id: string, url: string, query: LogQuery) {
  const { log } = await getOptimizedOrThrow(ctx, projectId, id);
  const { data, totalCount, ...around } = memoryPage(ctx, url, query, log, (line) => line);
  return { ...around, datetimePartitioningLog: data.join('\n'), totalLogLines: totalCount };
}

export async function getOptimizedLogFile(ctx: Ctx, projectId: string, id: string) {
  const { log } = await getOptimizedOrThrow(ctx, projectId, id);
  const name = { 'content-disposition': `attachment; filename="partitioning-${id}.txt"` };
  return bytes('text/plain; charset=utf-8', `${log.join('\n')}\n`, name);
}

/** An aim that names a stored partitioning takes its fields; fields given as well must be equal. */
export async function withPartitioning(ctx: Ctx, projectId: string, aim: Aim): Promise<Aim> {
  const { datetimePartitioningId: id, ...said } = aim;
  if (id === undefined) return aim;
  const row = await optimizedStore(ctx.db.queries).byId(projectId, id);
  if (row === undefined)
    throw invalidFields({ datetimePartitioningId: `The project has no optimized partitioning ${id}` });
  const asked: Readonly<Record<string, unknown>> = { ...USUAL, ...row.asked };
  const own = new Set([...Object.keys(asked), 'useTimeSeries']);
  const other = Object.entries(said).filter(
    ([name, value]) => own.has(name) && JSON.stringify(value) !== JSON.stringify(asked[name]),
  );
  if (other.length > 0) {
    const wrong = other.map(([name]) => [name, `The partitioning ${id} has another ${name}. Leave it out`]);
    throw invalidFields(Object.fromEntries(wrong));
  }
  return { ...said, ...row.asked };
}

/** Defaults some clients send beside the id of a partitioning. */
const USUAL: Aim = {
  unsupervisedMode: false,
  treatAsExponential: 'auto',
  autopilotDataSelectionMethod: 'duration',
  useSupervisedFeatureReduction: true,
  useTimeSeries: false,
  disableHoldout: false,
  modelSplits: 5,
};

const Input = z.strictObject({ projectId: z.string(), id: z.string() });

/** The plan an aim would come to, from the data themselves. */
export const partitionJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.partition',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, id }, run) {
    const location = `/api/v2/projects/${projectId}/optimizedDatetimePartitionings/${id}/`;
    const row = await optimizedStore(platform.db.queries).raw(id);
    if (row === undefined || row.found !== null) return { location };
    const project = await loadAnyProject(platform, projectId);
    const aim = row.asked;
    const data = await projectData(platform, project, run.signal);
    try {
      const plan = await withEngine(data, run.signal, (thread) => planOf(platform, thread, project, aim));
      const date = await featureStore(platform.db.queries).byName(projectId, aim.datetimePartitionColumn ?? '');
      const found = partitioningOf(projectId, aim, date?.profile.dateFormat ?? '%Y-%m-%d', plan);
      await optimizedStore(platform.db.queries).finish(id, JSON.stringify(found), partitioningLog(found));
    } catch (error) {
      throw error instanceof EngineProblem ? new Problem(422, error.code, error.message) : error;
    }
    return { location };
  },
};

async function planOf(platform: Platform, thread: EngineThread, project: ProjectRow, aim: Aim): Promise<ProjectPlan> {
  const db = platform.db.queries;
  const features = await featureStore(db).list(project.id);
  const list = await featureListStore(db).byName(project.id, 'input', INFORMATIVE);
  if (list === undefined) throw new Problem(422, 'projects.no_such_featurelist', `The project has no ${INFORMATIVE}.`);
  if (!aim.useTimeSeries) return (await planTable(thread, project, { aim, list, features })).plan;
  const detections = await multiseriesStore(db).detections(project.id, aim.datetimePartitionColumn ?? '');
  const step = stepOfData(aim, features, detections);
  return (await thread.ask('planSeries', toPlanTask(aim, features, new Set(list.features), step))).plan;
}

/** What was decided, a line each, for people who want to know why. */
function partitioningLog(found: Partitioning): string[] {
  const day = (date: string | null) => date ?? 'nowhere';
  return [
    `Rows are put in order by ${found.datetimePartitionColumn} (${found.dateFormat})`,
    ...(found.multiseriesIdColumns.length > 0
      ? [`Series are told apart by ${found.multiseriesIdColumns.join(', ')}`]
      : []),
    ...(found.useTimeSeries
      ? [
          `Features are derived from ${found.featureDerivationWindowStart} to ${found.featureDerivationWindowEnd} ${found.windowsBasisUnit} around the forecast point`,
          `Forecasts reach from ${found.forecastWindowStart} to ${found.forecastWindowEnd} ${found.windowsBasisUnit} ahead`,
        ]
      : []),
    ...found.backtests.map(
      (one) =>
        `Backtest ${one.index}: trains from ${one.primaryTrainingStartDate} to ${one.primaryTrainingEndDate} (${one.primaryTrainingRowCount ?? 0} rows), validates from ${one.validationStartDate} to ${one.validationEndDate} (${one.validationRowCount ?? 0} rows)`,
    ),
    found.disableHoldout
      ? 'There is no holdout'
      : `Holdout: from ${day(found.holdoutStartDate)} to ${day(found.holdoutEndDate)} (${found.holdoutRowCount ?? 0} rows)`,
    ...found.partitioningWarnings.map((one) => `Warning: ${JSON.stringify(one)}`),
  ];
}
