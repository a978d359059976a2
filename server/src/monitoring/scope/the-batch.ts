import type { Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { batchStore, type KnownBatch } from './batch.store.ts';

export async function getBatchOrThrow(
  db: Queries,
  deployment: { readonly id: string; readonly organizationId: string },
  batchId: string,
): Promise<KnownBatch> {
  const batch = await batchStore(db).byId(deployment.organizationId, deployment.id, batchId);
  return batch ?? refuse(MonitoringProblems.noSuchBatch, batchId);
}

/** Before predictions are added to it. */
export async function requireOpenBatch(
  { db }: Pick<Platform, 'db'>,
  deployment: { readonly id: string; readonly organizationId: string },
  batchId: string,
): Promise<void> {
  const { is_locked } = await getBatchOrThrow(db.queries, deployment, batchId);
  if (is_locked) refuse(MonitoringProblems.batchLocked, batchId);
}
