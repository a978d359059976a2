import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page, type Window } from '#platform/http/page.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { commandAutopilot } from '#projects';
import { completedStatus, deploymentPath } from '../status-replies.ts';
import { advanceJob } from './advance.job.ts';
import type { Run } from './policy.schema.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import { getPolicyOrThrow, runStore } from './retraining.store.ts';
import type { RunRow } from './retraining.tables.ts';
import { beginRun } from './start-run.ts';

interface Place {
  readonly deploymentId: string;
  readonly policyId: string;
}

async function getRunOrThrow(ctx: Ctx, { policyId }: Place, id: string): Promise<RunRow> {
  const row = await runStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row?.policy_id === policyId ? row : refuse(RetrainingProblems.noSuchRun, id, policyId);
}

export async function listRuns(ctx: Ctx, { deploymentId, policyId }: Place, url: string, window: Window) {
  await getPolicyOrThrow(ctx, deploymentId, policyId, 'read');
  const { rows, total } = await runStore(ctx.db.queries).page(ctx.actor.organizationId, policyId, window);
  return page(ctx.links, url, window, rows.map(toRun), total);
}

export async function getRun(ctx: Ctx, place: Place, id: string) {
  await getPolicyOrThrow(ctx, place.deploymentId, place.policyId, 'read');
  return toRun(await getRunOrThrow(ctx, place, id));
}

/** The status leads to the run, which says how far it is. */
export async function startRun(ctx: Ctx, { deploymentId, policyId }: Place): Promise<Reply> {
  const { deployment, policy } = await getPolicyOrThrow(ctx, deploymentId, policyId, 'write');
  const { id } = await beginRun(ctx, deployment, policy, { actor: ctx.actor, why: 'request' });
  const path = `${deploymentPath(deploymentId)}retrainingPolicies/${policyId}/runs/${id}/`;
  const statusId = await ctx.db.transaction((tx) => completedStatus(ctx, tx, path, `Retraining by ${policy.name}`));
  return accepted(statusId, { id });
}

/** What it made so far stays; its project trains no further. */
export async function cancelRun(ctx: Ctx, place: Place, id: string) {
  await getPolicyOrThrow(ctx, place.deploymentId, place.policyId, 'write');
  const run = await getRunOrThrow(ctx, place, id);
  if (run.finished_at !== null) refuse(RetrainingProblems.hasEnded, id, run.status);
  await ctx.db.transaction(async (tx) => {
    const ended = { status: 'cancelled' as const, finished_at: ctx.now() };
    await runStore(tx).change(ctx.actor.organizationId, id, ended);
    await unscheduleWork(tx, advanceJob, id);
  });
  if (run.project_id !== null) {
    await commandAutopilot(ctx, run.project_id, 'stop').catch((error: unknown) => {
      // Not begun, ended already, or not the caller's to stop.
      if (!(error instanceof Problem)) throw error;
    });
  }
  return toRun(await getRunOrThrow(ctx, place, id));
}

export const toRun = (row: RunRow): z.input<typeof Run> => ({
  ...apiFields(row, 'id', 'status', 'challenger_id', 'project_id'),
  startTime: row.started_at.toISOString(),
  finishTime: row.finished_at?.toISOString() ?? null,
  errorMessage: row.error,
  modelPackageId: row.package_id,
});
