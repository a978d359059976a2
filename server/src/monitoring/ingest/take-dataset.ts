import type { z } from 'zod';
import { versionForReading } from '#data';
import { DEPLOYMENT, getDeploymentOrThrow, watchedPackage } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import type { FromDataset } from './reported.schema.ts';
import { inputsDatasetJob } from './reported-dataset.job.ts';

/** Rows of a dataset as predictions of an external model. */
export async function takeDataset(ctx: Ctx, deploymentId: string, input: z.output<typeof FromDataset>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'use');
  const model = await watchedPackage(ctx, deployment.package_id);
  if (model?.execution_type !== 'external') refuse(MonitoringProblems.notExternal, deploymentId);
  const { datasetId, datasetVersionId } = input;
  const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
  const options = {
    actor: ctx.actor,
    description: 'Reporting the rows of a dataset as predictions',
    about: { type: DEPLOYMENT.type, id: deploymentId },
  };
  const statusId = await ctx.db.transaction((tx) =>
    ctx.jobs.enqueue(tx, inputsDatasetJob, { deploymentId, versionId: version.id }, options),
  );
  return accepted(statusId, { message: 'ok' });
}
