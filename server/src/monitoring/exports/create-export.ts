import type { z } from 'zod';
import { type DeploymentRow, findPackage, getDeploymentOrThrow, listDeployedModels } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { versionOfProject } from '#projects';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { storedRowStore } from '../predictions/stored-rows.store.ts';
import { batchStore } from '../scope/batch.store.ts';
import { DAY_MS, type Period, parseTimestamp } from '../scope/period.rules.ts';
import { exportJob } from './export.job.ts';
import type { ActualsExportRequest, PredictionsExportRequest, TrainingExportRequest } from './export.schema.ts';
import { type ExportKind, exportStore } from './export.store.ts';

const DESCRIPTIONS = {
  predictions: 'Exporting predictions',
  actuals: 'Exporting actuals',
  training: 'Exporting training data',
} as const;

/** The version of the model that is asked for, or of today. */
async function versionOf(ctx: Ctx, deployment: DeploymentRow, modelId: string | null | undefined) {
  const current = await findPackage(ctx, deployment.package_id);
  if (current && (!modelId || current.model_id === modelId))
    return { modelId: current.model_id, packageId: current.id };
  const history = await listDeployedModels(ctx.db.queries, deployment.id);
  const found = history.find(({ model_id }) => model_id === modelId);
  if (found === undefined) return refuse(MonitoringProblems.notOfDeployment, modelId ?? '');
  return { modelId: found.model_id, packageId: found.package_id };
}

interface NewExport {
  readonly kind: ExportKind;
  readonly modelId: string;
  readonly packageId: string;
  readonly period?: { readonly start: Date; readonly end: Date };
  readonly batchIds?: readonly string[] | null;
  readonly onlyMatched?: boolean;
}

async function begin(ctx: Ctx, deployment: DeploymentRow, request: NewExport) {
  const now = ctx.now();
  const id = newId(now);
  const { kind, period, batchIds = null, onlyMatched = false } = request;
  const statusId = await ctx.db.transaction(async (tx) => {
    const options = { actor: ctx.actor, description: DESCRIPTIONS[kind] };
    const job = await ctx.jobs.enqueue(tx, exportJob, { exportId: id }, options);
    await exportStore(tx).insert({
      ...{ id, organization_id: deployment.organization_id, deployment_id: deployment.id, kind },
      ...{ model_id: request.modelId, package_id: request.packageId },
      ...{ period_start: period?.start ?? null, period_end: period?.end ?? null },
      batch_ids: batchIds === null ? null : [...batchIds],
      only_matched: onlyMatched,
      ...{ error: null, dataset_id: null, dataset_name: null, version_id: null, status_id: job },
      ...{ created_by: ctx.actor.userId, created_at: now },
    });
    return job;
  });
  return accepted(statusId, { id });
}

export async function exportPredictions(
  ctx: Ctx,
  deploymentId: string,
  request: z.output<typeof PredictionsExportRequest>,
) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const period = exportPeriod(request, ctx.now());
  const { organization_id: organizationId, settings } = deployment;
  const version = await versionOf(ctx, deployment, request.modelId);
  const batches = request.batchIds
    ? await batchStore(ctx.db.queries).of(organizationId, deploymentId, request.batchIds)
    : [];
  const missing = request.batchIds?.find((id) => !batches.some((batch) => batch.id === id));
  if (missing !== undefined) refuse(MonitoringProblems.noSuchBatch, missing);
  const isKeeping = settings.predictionsDataCollection.enabled;
  const store = storedRowStore(ctx.db.queries, organizationId);
  if (!isKeeping && !(await store.hasAny(deploymentId))) refuse(MonitoringProblems.rowsNotKept, deploymentId);
  return begin(ctx, deployment, { kind: 'predictions', ...version, period, batchIds: request.batchIds ?? null });
}

export async function exportActuals(ctx: Ctx, deploymentId: string, request: z.output<typeof ActualsExportRequest>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const period = exportPeriod(request, ctx.now());
  const version = await versionOf(ctx, deployment, request.modelId);
  return begin(ctx, deployment, {
    kind: 'actuals',
    ...version,
    period,
    onlyMatched: request.onlyMatchedPredictions ?? false,
  });
}

/** Training data belong to the project: whoever exports them must be allowed to use it. */
export async function exportTraining(ctx: Ctx, deploymentId: string, request: z.output<typeof TrainingExportRequest>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const version = await versionOf(ctx, deployment, request.modelId);
  const { project_id } = (await findPackage(ctx, version.packageId)) ?? { project_id: null };
  if (project_id === null) return refuse(MonitoringProblems.noTrainingData, version.modelId);
  await versionOfProject(ctx, project_id);
  return begin(ctx, deployment, { kind: 'training', ...version });
}

function moment(name: 'start' | 'end', text: string): Date {
  const made = parseTimestamp(text);
  if (made !== undefined) return made;
  throw invalidFields({ [name]: `"${text}" is not a valid timestamp; write it like 2026-01-31T10:00:00Z` });
}

/**
 * From `start` on and before `end`, any moment. Clients write the time of their own clock and zone without saying so,
 * which is up to a day ahead; what lies further in the future is a mistake.
 */
function exportPeriod(request: { readonly start: string; readonly end: string }, now: Date): Period {
  const [start, end] = [moment('start', request.start), moment('end', request.end)];
  if (start >= end) throw invalidFields({ end: `${request.end} must be after start (${request.start})` });
  if (start > now) throw invalidFields({ start: `${request.start} is in the future: nothing was predicted then` });
  if (end.getTime() > now.getTime() + DAY_MS) {
    throw invalidFields({ end: `${request.end} is in the future. Ask up to now, ${now.toISOString()}` });
  }
  return { start, end };
}
