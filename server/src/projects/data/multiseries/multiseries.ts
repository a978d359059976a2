import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { getProjectOrThrow, PROJECT } from '../../core/project/get-project.ts';
import { ProjectProblems } from '../../core/project/project.problems.ts';
import { getFeatureOrThrow } from '../features/read-features.ts';
import { detectJob } from './detect.job.ts';
import { MultiseriesProblems } from './multiseries.problems.ts';
import type { DetectBody, NamesQuery } from './multiseries.schema.ts';
import { multiseriesStore } from './multiseries.store.ts';

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
  const options = {
    actor: ctx.actor,
    description: 'Telling series apart',
    statusType: projectId,
    about: { type: PROJECT.type, id: projectId },
  };
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
