import type { z } from 'zod';
import { chunksForUse, useChunks } from '#data';
import type { Ctx } from '#platform/context.ts';
import { requirePermission } from '#platform/http/authorize.ts';
import { catalogue, invalidFields, Problem, refuse, unprocessable } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { featureListStore } from '../../core/features/feature-list.store.ts';
import { type Aim, type AimBody, isDatedAim, present, wrongMode } from '../../core/project/aim.schema.ts';
import { getProjectOrThrow, projectJob } from '../../core/project/get-project.ts';
import { hasOpenWork, lockProject, projectStore } from '../../core/project/project.store.ts';
import { getCalendarOrThrow } from '../../data/calendars/calendar.kind.ts';
import { crossSeriesJob, detectJob } from '../../data/multiseries/detection.jobs.ts';
import { MultiseriesProblems, multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { reopenFailedAim } from '../../lifecycle/projects.ts';
import { INCREMENTAL_LEARNING } from '../incremental/continue-requests.ts';
import { isIncrementalAim, wrongChunkOrder, wrongIncremental } from '../incremental/incremental.rules.ts';
import { withPartitioning } from '../planning/optimized-partitionings.ts';
import { wrongRows } from '../planning/row-partition.rules.ts';
import { wrongTarget } from '../planning/target.rules.ts';
import { wrongTime } from '../planning/time.rules.ts';
import { unsupportedFields } from '../planning/unsupported.rules.ts';
import { aimJob } from './aim.job.ts';

const AimProblems = catalogue({
  notNow: unprocessable('projects.aim_not_now', (stage: string) =>
    stage === 'eda'
      ? 'The data of the project are still being read. Wait for the status of its creation to finish.'
      : `The target of this project was set already (stage ${stage}). Clone it with POST projectClones/ to choose another.`,
  ),
});

const DETECTIONS = [detectJob.name, crossSeriesJob.name];

/** Sets the target. Errors that need the data end the status with ERROR; all others are refused here. */
export async function setAim(ctx: Ctx, projectId: string, body: z.output<typeof AimBody>): Promise<Reply> {
  const project = await reopenFailedAim(ctx, await getProjectOrThrow(ctx, projectId, 'write'));
  if (project.stage !== 'aim') refuse(AimProblems.notNow, project.stage);
  const aim = await withPartitioning(ctx, projectId, present(body));
  if (await hasOpenWork(ctx.db.queries, projectId, DETECTIONS)) refuse(MultiseriesProblems.stillDetecting);
  await refuseWrong(ctx, projectId, aim);
  await refuseWrongChunks(ctx, aim);
  if (aim.calendarId !== undefined) await getCalendarOrThrow(ctx, aim.calendarId, 'read');
  const statusId = await ctx.db.transaction(async (tx) => {
    const now = await lockProject(tx, projectId);
    const projects = projectStore(tx);
    if (!(await projects.moveStage(projectId, 'aim', 'eda2'))) refuse(AimProblems.notNow, now?.stage ?? 'deleted');
    await projects.setAim(projectId, isDatedAim(aim) ? { ...aim, cvMethod: 'datetime' } : aim);
    if (aim.chunkDefinitionId !== undefined) await useChunks(tx, aim.chunkDefinitionId);
    return ctx.jobs.enqueue(
      tx,
      aimJob,
      { projectId },
      projectJob(ctx, projectId, 'Analysing the data with the target'),
    );
  });
  return accepted(statusId);
}

async function refuseWrong(ctx: Ctx, projectId: string, aim: Aim): Promise<void> {
  const features = new Map((await featureStore(ctx.db.queries).list(projectId)).map((row) => [row.name, row]));
  const detections = await multiseriesStore(ctx.db.queries).detections(projectId, aim.datetimePartitionColumn ?? '');
  const list =
    aim.featurelistId === undefined ? true : await featureListStore(ctx.db.queries).byId(projectId, aim.featurelistId);
  const errors = {
    ...wrongMode(aim),
    ...unsupportedFields(aim),
    ...wrongTarget(aim, features),
    ...wrongTime(aim, { features, detections }),
    ...wrongRows(aim, features),
    ...(list === undefined ? { featurelistId: `The project has no feature list ${aim.featurelistId}` } : {}),
    ...strayCalendar(aim),
    ...wrongIncremental(aim),
  };
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** Calendars apply to time series only. */
const strayCalendar = ({ calendarId, useTimeSeries }: Aim) =>
  calendarId !== undefined && !useTimeSeries ? { calendarId: 'calendarId needs useTimeSeries' } : {};

/** Learning chunk by chunk is behind feature flags; its chunks must be there and written. */
async function refuseWrongChunks(ctx: Ctx, aim: Aim): Promise<void> {
  if (!isIncrementalAim(aim)) return;
  requirePermission(ctx.actor, INCREMENTAL_LEARNING);
  const { chunkDefinitionId } = aim;
  if (chunkDefinitionId === undefined) return;
  const { order } = await chunksForUse(ctx, chunkDefinitionId).catch((error: unknown) => {
    if (error instanceof Problem && (error.status === 404 || error.status === 422))
      throw invalidFields({ chunkDefinitionId: error.message });
    throw error;
  });
  const { datetimePartitionColumn: dateColumn = '', multiseriesIdColumns: idColumns = [] } = aim;
  const wrong = aim.useTimeSeries ? wrongChunkOrder(order, { dateColumn, idColumns }) : '';
  if (wrong !== '') throw invalidFields({ chunkDefinitionId: wrong });
}
