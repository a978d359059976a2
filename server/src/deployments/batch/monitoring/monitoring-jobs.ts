import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { statusPath } from '#platform/jobs/status.ts';
import { getDeploymentOrThrow } from '../../records/get-deployment.ts';
import { packageStore } from '../../registry/package.store.ts';
import { withoutNulls } from '../../without-nulls.ts';
import { commonRecord, toBatchJob } from '../jobs/batch-job.record.ts';
import { aheadOf, getBatchJobOrThrow } from '../jobs/batch-jobs.ts';
import { inField } from '../jobs/batch-target.ts';
import { checkIntakeAndOutput, insertJob } from '../jobs/create-batch-job.ts';
import type { AnyJob, MonitoringJobCreate, MonitoringSpec } from './monitoring-spec.schema.ts';
import { predictionColumns } from './reported-predictions.ts';

/** Also to a deployment whose model answers elsewhere. */
export async function createMonitoringJob(ctx: Ctx, body: MonitoringJobCreate): Promise<Reply> {
  const { deploymentId } = body;
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write').catch(inField('deploymentId'));
  const version = await packageStore(ctx.db.queries).byId(ctx.actor.organizationId, deployment.package_id);
  if (version === undefined) throw invalidFields({ deploymentId: 'The deployment has no model' });
  const spec = { ...withoutNulls(body), numConcurrent: 1 } as MonitoringSpec;
  const columns = predictionColumns(spec, version.target);
  if (typeof columns === 'string') throw invalidFields({ 'monitoringColumns.predictionsColumns': columns });
  const wrong = wrongAssociation(spec, deployment.settings.associationId.columnNames ?? []);
  if (wrong !== null) throw invalidFields({ 'monitoringColumns.associationIdColumn': wrong });
  const { intakeSettings } = spec;
  const intakeName = await checkIntakeAndOutput(ctx, { intakeSettings, outputSettings: { type: 'localFile' } });
  const job = { kind: 'monitoring', deploymentId, version, spec, intakeName } as const;
  const id = await insertJob(ctx, job, { source: 'http', address: ctx.address });
  return answer(202, { location: statusPath('batchJobs', id), body: await showAnyJob(ctx, id) });
}

/** Rows are joined with actuals by the columns of the deployment's settings. */
function wrongAssociation({ monitoringColumns }: MonitoringSpec, columns: readonly string[]): string | null {
  const { associationIdColumn: said } = monitoringColumns;
  if (said == null || columns.includes(said)) return null;
  return columns.length === 0
    ? 'The deployment has no association ID: set associationId.columnNames in its settings first'
    : `The association ID of the deployment is ${columns.map((name) => JSON.stringify(name)).join(', ')}`;
}

/** Jobs of both kinds have one address besides their own. */
export async function showAnyJob(ctx: Ctx, id: string): Promise<z.output<typeof AnyJob>> {
  const job = await getBatchJobOrThrow(ctx, id, 'any');
  const seeing = { now: ctx.now(), links: ctx.links, ahead: await aheadOf(ctx, job) };
  if (job.kind === 'prediction') return toBatchJob(job, seeing);
  return { ...commonRecord(job, seeing), jobSpec: job.spec as MonitoringSpec, batchMonitoringJobDefinition: null };
}
