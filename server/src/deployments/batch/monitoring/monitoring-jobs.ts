import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { statusPath } from '#platform/jobs/status.ts';
import type { ModelPackageRow } from '../../deployments.tables.ts';
import { getDeploymentOrThrow } from '../../records/get-deployment.ts';
import { packageStore } from '../../registry/package.store.ts';
import { commonRecord, toBatchJob } from '../jobs/batch-job.record.ts';
import { aheadOf, getBatchJobOrThrow } from '../jobs/batch-jobs.ts';
import { checkIntakeAndOutput, insertJob } from '../jobs/create-batch-job.ts';
import type { AnyJob, MonitoringJobCreate, MonitoringSpec } from './monitoring-spec.schema.ts';
import { predictionColumns } from './reported-predictions.ts';

/** The version a deployment serves, when the caller may report predictions to it; also one that answers elsewhere. */
async function reportedTo(ctx: Ctx, deploymentId: string): Promise<ModelPackageRow> {
  const missing = (error: unknown): never => {
    if (error instanceof Problem && error.status === 404) throw invalidFields({ deploymentId: error.message });
    throw error;
  };
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write').catch(missing);
  const version = await packageStore(ctx.db.queries).byId(ctx.actor.organizationId, deployment.package_id);
  return version ?? missing(invalidFields({ deploymentId: 'The deployment has no model' }));
}

export async function createMonitoringJob(ctx: Ctx, body: MonitoringJobCreate): Promise<Reply> {
  const version = await reportedTo(ctx, body.deploymentId);
  const said = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
  const spec = { ...said, numConcurrent: 1 } as unknown as MonitoringSpec;
  const columns = predictionColumns(spec, version.target);
  if (typeof columns === 'string') throw invalidFields({ 'monitoringColumns.predictionsColumns': columns });
  const intakeName = await checkIntakeAndOutput(ctx, {
    intakeSettings: spec.intakeSettings,
    outputSettings: { type: 'localFile' },
  });
  const { deploymentId } = body;
  const job = { kind: 'monitoring', deploymentId, version, spec, outputType: 'localFile', intakeName } as const;
  const from = { source: 'http', address: ctx.address };
  const { id } = await ctx.db.transaction((tx) => insertJob(ctx, tx, job, from));
  return answer(202, { location: statusPath('batchJobs', id), body: await showAnyJob(ctx, id) });
}

/** Jobs of both kinds have one address besides their own. */
export async function showAnyJob(ctx: Ctx, id: string): Promise<z.output<typeof AnyJob>> {
  const job = await getBatchJobOrThrow(ctx, id, 'any');
  const seeing = { now: ctx.now(), links: ctx.links, ahead: await aheadOf(ctx, job) };
  if (job.kind === 'prediction') return toBatchJob(job, seeing);
  return { ...commonRecord(job, seeing), jobSpec: job.spec as MonitoringSpec, batchMonitoringJobDefinition: null };
}
