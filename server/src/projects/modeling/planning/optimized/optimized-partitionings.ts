import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, bytes, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { Aim, PartitioningBody } from '../../../core/project/aim.schema.ts';
import { getProjectOrThrow, PROJECT } from '../../../core/project/get-project.ts';
import { ProjectProblems } from '../../../core/project/project.problems.ts';
import { askedFor } from '../read-partitioning.ts';
import { wrongTarget } from '../target.rules.ts';
import type { LogQuery } from './optimized.schema.ts';
import { optimizedStore } from './optimized.store.ts';
import type { PartitioningRow } from './optimized.tables.ts';
import { partitionJob } from './partition.job.ts';

const OptimizedProblems = catalogue({
  noSuchPartitioning: {
    status: 404,
    code: 'projects.no_such_partitioning',
    message: (id: string) =>
      `The project has no optimized partitioning ${id}. GET optimizedDatetimePartitionings/ lists them.`,
  },
});

/** A preview from the data themselves, with the rows of every part. */
export async function createOptimized(
  ctx: Ctx,
  projectId: string,
  body: z.output<typeof PartitioningBody>,
): Promise<Reply> {
  const project = await getProjectOrThrow(ctx, projectId, 'write');
  if (project.stage === 'modeling' || project.stage === 'eda2') refuse(ProjectProblems.targetChosen, project.stage);
  const { aim, features } = await askedFor(ctx, projectId, body);
  const errors = wrongTarget(aim, features);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const now = ctx.now();
  const id = newId(now);
  const statusId = await ctx.db.transaction(async (tx) => {
    await optimizedStore(tx).insert({
      id,
      project_id: projectId,
      organization_id: project.organization_id,
      asked: JSON.stringify(aim),
      found: null,
      created_by: ctx.actor.userId,
      created_at: now,
    });
    const options = {
      actor: ctx.actor,
      description: 'Sharing the past out',
      statusType: projectId,
      about: { type: PROJECT.type, id: projectId },
    };
    return ctx.jobs.enqueue(tx, partitionJob, { projectId, id }, options);
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

export async function getOptimizedLog(
  ctx: Ctx,
  projectId: string,
  id: string,
  url: string,
  query: z.output<typeof LogQuery>,
) {
  const { log } = await getOptimizedOrThrow(ctx, projectId, id);
  const limit = query.limit === 0 ? Math.max(1, log.length) : query.limit;
  const shown = log.slice(query.offset, query.offset + limit);
  const { data, totalCount, ...around } = page(ctx.links, url, { offset: query.offset, limit }, shown, log.length);
  return { ...around, datetimePartitioningLog: data.join('\n'), totalLogLines: totalCount };
}

export async function getOptimizedLogFile(ctx: Ctx, projectId: string, id: string) {
  const { log } = await getOptimizedOrThrow(ctx, projectId, id);
  const name = { 'content-disposition': `attachment; filename="partitioning-${id}.txt"` };
  return bytes('text/plain; charset=utf-8', `${log.join('\n')}\n`, name);
}

/** An aim that names a partitioning has its fields; what it says beside that may not differ. */
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

/** What some clients send beside the id of a partitioning, whatever it says. */
const USUAL: Aim = {
  unsupervisedMode: false,
  treatAsExponential: 'auto',
  autopilotDataSelectionMethod: 'duration',
  useSupervisedFeatureReduction: true,
  useTimeSeries: false,
  disableHoldout: false,
  modelSplits: 5,
};
