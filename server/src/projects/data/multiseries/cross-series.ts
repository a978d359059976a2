import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { getProjectOrThrow, PROJECT } from '../../core/project/get-project.ts';
import { ProjectProblems } from '../../core/project/project.problems.ts';
import { crossSeriesJob } from './cross-series.job.ts';
import { idColumnsIn } from './id-columns.rules.ts';
import type { CrossSeriesBody } from './multiseries.schema.ts';
import { multiseriesStore } from './multiseries.store.ts';

export async function startCrossSeries(
  ctx: Ctx,
  projectId: string,
  input: z.output<typeof CrossSeriesBody>,
): Promise<Reply> {
  const project = await getProjectOrThrow(ctx, projectId, 'write');
  if (project.stage === 'eda') refuse(ProjectProblems.stillReading);
  const known = new Set((await featureStore(ctx.db.queries).list(projectId)).map(({ name }) => name));
  const { multiseriesIdColumn, crossSeriesGroupByColumns: groups, datetimePartitionColumn } = input;
  const asked = {
    datetimePartitionColumn: [datetimePartitionColumn],
    multiseriesIdColumn: idColumnsIn(multiseriesIdColumn, known),
    crossSeriesGroupByColumns: groups ?? [],
  };
  const errors = Object.entries(asked).flatMap(([field, names]) => {
    const unknown = names.filter((name) => !known.has(name));
    return unknown.length > 0 ? [[field, `The project has no column ${unknown.join(', ')}`] as const] : [];
  });
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors));
  const job = { projectId, idColumn: multiseriesIdColumn, ...(groups ? { groupColumns: groups } : {}) };
  const options = {
    actor: ctx.actor,
    description: 'Looking for groups of series',
    statusType: projectId,
    about: { type: PROJECT.type, id: projectId },
  };
  const statusId = await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, crossSeriesJob, job, options));
  const body = { message: 'Looking for columns that group series', statusId };
  return answer(202, { location: `/api/v2/status/${statusId}/`, body });
}

export async function getCrossSeries(
  ctx: Ctx,
  projectId: string,
  idColumn: string,
  asked: readonly string[] | undefined,
) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const found = await multiseriesStore(ctx.db.queries).crossSeries(projectId, idColumn);
  const names = asked ?? found.map(({ group_column }) => group_column);
  return {
    multiseriesId: idColumn,
    crossSeriesGroupByColumns: names.map((name) => {
      const eligibility = found.find(({ group_column }) => group_column === name)?.eligibility ?? 'notAnalyzed';
      return { name, eligibility, isEligible: eligibility === 'suitable' };
    }),
  };
}
