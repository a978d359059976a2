import { z } from 'zod';
import { quoteText } from '#data';
import { findDeployment, findPackage, getDeploymentOrThrow, getRecorder, listDeployedModels } from '#deployments';
import type { Ctx, JobKind } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { noteChange } from '../actuals/actual.store.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { deleteRows } from '../predictions/compact.ts';
import { lockDeployment } from '../profiles/profile.store.ts';
import { HOUR_MS, parseTimestamp } from '../scope/period.rules.ts';
import { aboutDeployment } from '../scope/statistics-scope.ts';
import { type DeletedPeriod, deleteSums, hasProfiles, insertTombstone } from './deletion.store.ts';
import type { Deletion } from './ingest.schema.ts';

const moment = z.iso.datetime().nullable();
const Input = z.strictObject({ deploymentId: z.string(), modelId: z.string(), start: moment, end: moment });

/** Deletes sums, rows with ids and stored rows of a model; deleting twice deletes nothing more. */
export const deletionJob: JobKind<z.output<typeof Input>> = {
  name: 'monitoring.delete-data',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, { deploymentId, modelId, ...said }, { signal }) {
    const deployment = await findDeployment(platform, deploymentId);
    if (deployment === undefined) return undefined;
    const { organization_id: organizationId } = deployment;
    const start = said.start === null ? null : new Date(said.start);
    const end = said.end === null ? null : new Date(said.end);
    await platform.db.transaction(async (tx) => {
      await lockDeployment(tx, deploymentId);
      await deleteSums(tx, { organizationId, deploymentId, modelId, start, end });
      await noteChange(tx, organizationId, deploymentId);
    });
    const time = (date: Date) => `epoch_ms(${date.getTime()}::BIGINT)`;
    const deletion = [
      `model_id = ${quoteText(modelId)}`,
      ...(start === null ? [] : [`made_at >= ${time(start)}`]),
      ...(end === null ? [] : [`made_at < ${time(end)}`]),
    ].join(' AND ');
    await deleteRows(platform, { organizationId, deploymentId }, { start, end, condition: deletion }, signal);
    return { location: `/api/v2/deployments/${deploymentId}/` };
  },
};

/** Only owners: what is deleted cannot be had back. */
export async function deleteData(ctx: Ctx, deploymentId: string, request: z.output<typeof Deletion>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'own');
  const { modelId } = request;
  const period = deletedPeriod(request);
  const history = await listDeployedModels(ctx.db.queries, deploymentId);
  const current = await findPackage(ctx, deployment.package_id);
  const deletion = { organizationId: deployment.organization_id, deploymentId, modelId, ...period };
  const isKnown = current?.model_id === modelId || history.some(({ model_id }) => model_id === modelId);
  if (!isKnown && !(await hasProfiles(ctx.db.queries, deletion))) refuse(MonitoringProblems.notOfDeployment, modelId);
  const [start, end] = [period.start?.toISOString() ?? null, period.end?.toISOString() ?? null];
  const options = aboutDeployment(ctx, deploymentId, 'Deleting monitoring data');
  // What this process has noted is deleted too, also what was reported of long ago.
  await getRecorder(ctx).settle();
  const statusId = await ctx.db.transaction(async (tx) => {
    const asked_at = ctx.now();
    await insertTombstone(tx, {
      ...{ id: newId(asked_at), deployment_id: deploymentId, organization_id: deployment.organization_id },
      ...{ model_id: modelId, start_at: period.start, end_at: period.end, asked_at },
    });
    return ctx.jobs.enqueue(tx, deletionJob, { deploymentId, modelId, start, end }, options);
  });
  return accepted(statusId);
}

/** Sums are kept by the hour: part of one cannot be deleted, and more than was asked for must not be. */
function hour(name: 'start' | 'end', text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const moment = parseTimestamp(text);
  if (moment === undefined || moment.getTime() % HOUR_MS !== 0) {
    throw invalidFields({ [name]: `"${text}" is not the top of an hour; write it like 2026-01-31T10:00:00Z` });
  }
  return moment;
}

function deletedPeriod(request: z.output<typeof Deletion>): DeletedPeriod {
  const [start, end] = [hour('start', request.start), hour('end', request.end)];
  if (start !== null && end !== null && start >= end) {
    throw invalidFields({ end: `${request.end} must be after start (${request.start})` });
  }
  return { start, end };
}
