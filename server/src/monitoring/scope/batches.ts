import type { z } from 'zod';
import { getDeploymentOrThrow, type NewJobBatch } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { created } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { toBatch } from './batch.record.ts';
import type { BatchCreate } from './batch.schema.ts';
import { batchStore } from './batch.store.ts';
import { BATCHES_A_DAY, today } from './batch-limit.rules.ts';
import { holdBatches } from './hold-batches.store.ts';

export async function createBatch(ctx: Ctx, deploymentId: string, input: z.output<typeof BatchCreate>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  if (!deployment.settings.batchMonitoring.enabled) refuse(MonitoringProblems.batchesOff);
  const now = ctx.now();
  const row = await ctx.db.transaction(async (tx) => {
    if (await isFull(tx, deployment.organization_id, deploymentId, now)) {
      refuse(MonitoringProblems.tooManyBatches, BATCHES_A_DAY, today(now).end.toISOString());
    }
    return batchStore(tx).insert({
      id: newId(now),
      organization_id: deployment.organization_id,
      deployment_id: deploymentId,
      name: input.batchName,
      description: input.description ?? null,
      external_context_url: input.externalContextUrl ?? null,
      job_id: null,
      created_by: ctx.actor.userId,
      created_by_name: ctx.actor.username,
      created_at: now,
    });
  });
  const batch = toBatch({ ...row, models: [] }, { service: 'unknown', drift: 'unknown', accuracy: 'unknown' });
  return created(`/api/v2/deployments/${deploymentId}/monitoringBatches/${row.id}/`, batch);
}

/** Those who make batches of one deployment take turns, so that the count stays true. */
async function isFull(tx: Tx, organizationId: string, deploymentId: string, now: Date): Promise<boolean> {
  await holdBatches(tx, deploymentId);
  return (await batchStore(tx).madeSince(organizationId, deploymentId, today(now).start)) >= BATCHES_A_DAY;
}

/** For a batch prediction job; null when the deployment has had its share: the job then runs without. */
export async function beginJobBatch(tx: Tx, batch: NewJobBatch, now: Date): Promise<string | null> {
  const { organizationId, deploymentId } = batch;
  if (await isFull(tx, organizationId, deploymentId, now)) return null;
  const { id } = await batchStore(tx).insert({
    id: newId(now),
    organization_id: organizationId,
    deployment_id: deploymentId,
    name: batch.name,
    description: null,
    external_context_url: null,
    job_id: batch.jobId,
    created_by: batch.createdBy.userId,
    created_by_name: batch.createdBy.username,
    created_at: now,
  });
  return id;
}
