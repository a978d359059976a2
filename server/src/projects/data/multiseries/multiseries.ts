import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, answer, type Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { getProjectOrThrow, ProjectProblems, projectJob } from '../../core/project/get-project.ts';
import { getFeatureOrThrow } from '../features/features.ts';
import { crossSeriesJob, detectJob } from './detection.jobs.ts';
import type { CrossSeriesBody, DetectBody, NamesQuery } from './multiseries.schema.ts';
import { idColumnsIn, MultiseriesProblems, multiseriesStore } from './multiseries.store.ts';

export async function startDetection(ctx: Ctx, projectId: string, input: z.output<typeof DetectBody>): Promise<Reply> {
  const project = await getProjectOrThrow(ctx, projectId, 'write');
  if (project.stage === 'eda') refuse(ProjectProblems.stillReading);
  if (project.stage !== 'aim') refuse(ProjectProblems.targetChosen, project.stage);
  const features = await featureStore(ctx.db.queries).list(projectId);
  const named = (name: string) => features.find((feature) => feature.name === name);
  const date = named(input.datetimePartitionColumn);
  const ids = input.multiseriesIdColumns ?? undefined;
  const unknown = (ids ?? []).filter((name) => named(name) === undefined);
  const errors = {
    ...(date === undefined ? { datetimePartitionColumn: noColumn(input.datetimePartitionColumn) } : {}),
    ...(unknown.length > 0 ? { multiseriesIdColumns: noColumn(unknown.join(', ')) } : {}),
    ...(ids?.includes(input.datetimePartitionColumn)
      ? { multiseriesIdColumns: 'The date cannot be its own series id' }
      : {}),
  };
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  if (date !== undefined && date.feature_type !== 'Date')
    refuse(MultiseriesProblems.notADate, date.name, date.feature_type);
  const job = {
    projectId,
    dateColumn: input.datetimePartitionColumn,
    ...(ids === undefined ? {} : { idColumns: ids }),
  };
  const options = projectJob(ctx, projectId, 'Telling series apart');
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, detectJob, job, options)));
}

const noColumn = (name: string) => `The project has no column ${name}. GET features/ lists them`;

/** Only sets of columns that do tell series apart; empty until an analysis found some. */
export async function getMultiseriesProperties(ctx: Ctx, projectId: string, featureName: string) {
  const feature = await getFeatureOrThrow(ctx, projectId, featureName);
  const found = await multiseriesStore(ctx.db.queries).detections(projectId, feature.name);
  return {
    datetimePartitionColumn: feature.name,
    detectedMultiseriesIdColumns: found
      .filter(({ eligible }) => eligible)
      .map((row) => ({
        multiseriesIdColumns: row.id_columns,
        timeUnit: row.time_unit ?? 'ROW',
        timeStep: row.time_step ?? 1,
      })),
  };
}

export async function listSeriesNames(ctx: Ctx, projectId: string, url: string, query: z.output<typeof NamesQuery>) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  if (project.plan?.kind !== 'series' || project.plan.panel.idColumns.length === 0)
    refuse(MultiseriesProblems.noSeries);
  const { names, total } = await multiseriesStore(ctx.db.queries).series(projectId, query);
  const { count, next, previous } = page(ctx.links, url, query, names, total);
  return { count, totalSeriesCount: total, next, previous, data: { items: names } };
}

export async function startCrossSeries(ctx: Ctx, projectId: string, input: CrossSeriesBody): Promise<Reply> {
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
  const options = projectJob(ctx, projectId, 'Looking for groups of series');
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
