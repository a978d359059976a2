import { z } from 'zod';
import { LIMIT_CLASSES } from '#config';
import type { Ctx } from '../context.ts';
import { type Page, page, pageOf } from '../http/page.ts';
import { refuse } from '../http/problem.ts';
import { kindLimits } from './job-limits.ts';
import { JobProblems } from './jobs.problems.ts';
import { type OrganizationJobRow, organizationJobStore } from './organization-job.store.ts';
import { LANES } from './queue.ts';

const timestamp = z.string().describe('ISO 8601 with milliseconds and Z');

export const OrganizationJob = z.strictObject({
  statusId: z.string(),
  kind: z.string().describe('What kind of work it is, such as recipe.preview or projects.work'),
  description: z.string().nullable(),
  status: z.enum(['INITIALIZED', 'RUNNING']).describe('Waiting or running'),
  progress: z.number().min(0).max(1),
  queue: z.enum(LANES),
  startedBy: z.strictObject({ userId: z.string(), username: z.string() }),
  created: timestamp,
  runningSince: timestamp.nullable().describe('When its current start began; null while it waits'),
  attempt: z.int().describe('How often it was started; 0 while it waits for the first time'),
  limitClass: z.enum(LIMIT_CLASSES).nullable().describe('Whose time and memory limits hold for it'),
  timeLimitSeconds: z.int().nullable(),
  memoryLimitBytes: z.int().nullable(),
  timeLimitAt: timestamp.nullable().describe('When it reaches its time limit; null while it waits'),
});

type OrganizationJob = z.infer<typeof OrganizationJob>;

export const OrganizationJobs = pageOf(OrganizationJob);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function listOrganizationJobs(
  ctx: Ctx,
  url: string,
  window: { readonly offset: number; readonly limit: number },
): Promise<Page<OrganizationJob>> {
  const { rows, total } = await organizationJobStore(ctx.db.queries, ctx.actor.organizationId).page(window);
  const data = rows.map((row) => toOrganizationJob(ctx, row));
  return page(ctx.links, url, window, data, total);
}

/** Its owner reads who cancelled it. */
export async function cancelOrganizationJob(ctx: Ctx, statusId: string): Promise<void> {
  const { actor, db, jobs, log } = ctx;
  const row = UUID.test(statusId)
    ? await organizationJobStore(db.queries, actor.organizationId).byId(statusId)
    : undefined;
  if (row === undefined) return refuse(JobProblems.noOpenJob, statusId);
  const own = row.actor.userId === actor.userId;
  const cancelled = await jobs.cancel(
    row.id,
    own ? undefined : `The job was cancelled by the administrator ${actor.username}.`,
  );
  if (!cancelled) refuse(JobProblems.noOpenJob, statusId);
  log.info({ jobId: row.id, kind: row.kind, startedBy: row.actor.userId, by: actor.userId }, 'A job was cancelled');
}

function toOrganizationJob({ config, jobs }: Ctx, row: OrganizationJobRow): OrganizationJob {
  const limits = kindLimits(config, jobs.kinds.get(row.kind));
  const isRunning = row.status === 'RUNNING';
  // The limit a running job was started with holds, whatever the settings of this server are now.
  const timeLimitSeconds = (isRunning ? row.time_limit_seconds : null) ?? limits?.timeSeconds ?? null;
  const runningSince = isRunning ? (row.running_since ?? row.started_at) : null;
  const { userId, username } = row.actor;
  return {
    statusId: row.id,
    kind: row.kind,
    description: row.description,
    status: isRunning ? 'RUNNING' : 'INITIALIZED',
    progress: row.progress,
    queue: row.lane,
    startedBy: { userId, username },
    created: row.created_at.toISOString(),
    runningSince: runningSince?.toISOString() ?? null,
    attempt: row.attempts,
    limitClass: limits?.of ?? null,
    timeLimitSeconds,
    memoryLimitBytes: limits?.memoryBytes ?? null,
    timeLimitAt:
      runningSince === null || timeLimitSeconds === null
        ? null
        : new Date(runningSince.getTime() + timeLimitSeconds * 1000).toISOString(),
  };
}
