import { type Need, type Resource, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { WorkloadProblems } from './workload.problems.ts';
import { workloadStore } from './workload.store.ts';
import type { WorkloadRow } from './workload.tables.ts';

export const WORKLOAD: SharedKind = { type: 'workload', title: 'workload', listedAt: 'workloads/' };

export const workloadResource = (id: string): Resource => ({ kind: WORKLOAD, id });

/** The workload, when the caller may do with it what they want to: the first line of every verb. */
export async function getWorkloadOrThrow(ctx: Ctx, id: string, need: Need): Promise<WorkloadRow> {
  await requireRole(ctx, workloadResource(id), need);
  const row = await workloadStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(WorkloadProblems.noSuchWorkload, id);
}
