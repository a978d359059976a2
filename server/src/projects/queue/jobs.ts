import type { z } from 'zod';
import { accessTo } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { catalogue, notFound, Problem, refuse } from '#platform/http/problem.ts';
import { answer, noContent, type Reply } from '#platform/http/reply.ts';
import { recordOf } from '#platform/jobs/status.store.ts';
import { type JobState, type StatusSource, type StatusSources, statusPath } from '#platform/jobs/status.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelRow } from '../core/models/model.tables.ts';
import { getProjectOrThrow, PROJECT } from '../core/project/get-project.ts';
import { lockProject } from '../core/project/project.store.ts';
import type { Job, JobQuery, ModelJob } from './job.schema.ts';
import { type ProjectJobRow, type ProjectJobStatus, projectJobStore } from './project-job.store.ts';
import { cancelAfterCommit, dispatch, enqueueStep, finishJob, type NewJob, reconcile } from './project-queue.ts';
import type { Step } from './step.ts';

type Status = z.output<typeof JobQuery>['status'];

/** Jobs of some types have a list of their own, and their address there. */
const FOLDERS: Readonly<Record<string, string>> = { model: 'modelJobs', predict: 'predictJobs' };

const folderOf = (jobType: string): string => FOLDERS[jobType] ?? 'jobs';

const jobPath = ({ project_id, job_type, id }: Pick<ProjectJobRow, 'project_id' | 'job_type' | 'id'>): string =>
  `/api/v2/projects/${project_id}/${folderOf(job_type)}/${id}/`;

export const jobStatusPath = ({ job_type, id }: Pick<ProjectJobRow, 'job_type' | 'id'>): string =>
  statusPath(folderOf(job_type), id);

/** 202 with the URL of the job's status. */
export const jobAccepted = (job: ProjectJobRow, body: Readonly<Record<string, unknown>> = {}): Reply =>
  answer(202, { location: jobStatusPath(job), body: { ...body, jobId: String(job.id) } });

function toJob(ctx: Ctx, row: ProjectJobRow): z.infer<typeof Job> {
  return {
    id: String(row.id),
    status: row.status,
    jobType: row.job_type,
    projectId: row.project_id,
    modelId: row.model_id,
    isBlocked: false,
    url: ctx.links.absolute(jobPath(row)),
    message: row.message,
  };
}

/** A blend that is being made has no blueprint yet, and clients cannot read a job without one. */
const toModelJob = (row: ProjectJobRow, model: ModelRow | undefined): ModelJob => ({
  id: String(row.id),
  status: row.status,
  projectId: row.project_id,
  isBlocked: false,
  modelType: model?.model_type ?? 'Blend',
  processes: model?.processes ?? [],
  samplePct: model?.sample_pct ?? null,
  featurelistId: model?.featurelist_id ?? null,
  blueprintId: row.blueprint_id ?? model?.blueprint_id ?? String(row.id).padStart(32, '0'),
  modelId: row.model_id,
  modelCategory: model?.category ?? 'blend',
});

export async function listJobs(ctx: Ctx, projectId: string, status: Status) {
  const rows = await openJobs(ctx, projectId, status);
  return { count: rows.length, next: null, previous: null, jobs: rows.map((row) => toJob(ctx, row)) };
}

export async function listModelJobs(ctx: Ctx, projectId: string, status: Status) {
  const rows = await openJobs(ctx, projectId, status, 'model');
  const models = await modelStore(ctx.db.queries).byIds(
    projectId,
    rows.flatMap(({ model_id }) => model_id ?? []),
  );
  const byId = new Map(models.map((model) => [model.id, model]));
  return rows.map((row) => toModelJob(row, byId.get(row.model_id ?? '')));
}

/** Waiting and running jobs, unless a status is given. */
export async function openJobs(
  ctx: Ctx,
  projectId: string,
  status: Status,
  jobType?: string,
): Promise<ProjectJobRow[]> {
  await getProjectOrThrow(ctx, projectId, 'read');
  await reconcile(ctx, projectId);
  return projectJobStore(ctx.db.queries).list(projectId, { status, jobType });
}

/** A finished job redirects to its result; the body is its record, which clients read. */
export async function getJob(ctx: Ctx, projectId: string, jobId: string): Promise<Reply | z.infer<typeof Job>> {
  const row = await getJobOrThrow(ctx, projectId, jobId);
  return finishedOr(row, toJob(ctx, row));
}

export async function getModelJob(ctx: Ctx, projectId: string, jobId: string): Promise<Reply | ModelJob> {
  const row = await getJobOrThrow(ctx, projectId, jobId, 'model');
  const model = row.model_id === null ? undefined : await modelStore(ctx.db.queries).byId(projectId, row.model_id);
  return finishedOr(row, toModelJob(row, model));
}

export async function getJobOrThrow(
  ctx: Ctx,
  projectId: string,
  jobId: string,
  jobType?: string,
): Promise<ProjectJobRow> {
  await getProjectOrThrow(ctx, projectId, 'read');
  await reconcile(ctx, projectId);
  const row = await projectJobStore(ctx.db.queries).shown(projectId, numberOf(jobId));
  if (row === undefined || (jobType !== undefined && row.job_type !== jobType)) refuse(QueueProblems.noSuchJob, jobId);
  return row;
}

export function finishedOr<T extends object>(row: ProjectJobRow, body: T): Reply | T {
  if (row.status !== 'COMPLETED' || row.location === null) return body;
  return answer(303, { location: row.location, body });
}

const CANCELLED = 'The job was cancelled.';

export async function cancelJob(ctx: Ctx, projectId: string, jobId: string, jobType?: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const job = await projectJobStore(tx).shown(projectId, numberOf(jobId));
    if (job === undefined || (jobType !== undefined && job.job_type !== jobType))
      refuse(QueueProblems.noSuchJob, jobId);
    await cancelOne(ctx, tx, job);
  });
  return noContent();
}

export async function cancelAll(platform: Platform, tx: Tx, projectId: string): Promise<void> {
  for (const job of await projectJobStore(tx).open(projectId)) await cancelOne(platform, tx, job);
}

async function cancelOne(platform: Platform, tx: Tx, job: ProjectJobRow): Promise<void> {
  const ended = await finishJob(platform, tx, job.id, 'ABORTED', { message: CANCELLED });
  // Once it is written: a worker that ends first finds the job ended and leaves it so.
  if (ended && job.status_id !== null) cancelAfterCommit(platform, tx, job.status_id);
}

/** Numbers are what clients have; anything else names no job. */
const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

const STATUSES: Readonly<Record<ProjectJobStatus, JobState['status']>> = {
  queue: 'INITIALIZED',
  inprogress: 'RUNNING',
  error: 'ERROR',
  ABORTED: 'ABORTED',
  COMPLETED: 'COMPLETED',
};

async function visibleJob(ctx: Ctx, id: string, jobType?: string): Promise<ProjectJobRow | undefined> {
  const row = await projectJobStore(ctx.db.queries).byId(numberOf(id));
  if (row === undefined || row.organization_id !== ctx.actor.organizationId) return undefined;
  if (jobType !== undefined && row.job_type !== jobType) return undefined;
  if ((await accessTo(ctx, { kind: PROJECT, id: row.project_id })) === undefined) return undefined;
  return getJobOrThrow(ctx, row.project_id, id);
}

const jobsOf = (jobType?: string): StatusSource => ({
  async state(ctx, id) {
    const row = await visibleJob(ctx, id, jobType);
    if (row === undefined) return undefined;
    const work = row.status_id === null ? undefined : await recordOf(ctx.db.queries, ctx.actor, row.status_id);
    return {
      status: STATUSES[row.status],
      message: row.message,
      description: work?.description ?? null,
      statusType: null,
      type: row.job_type,
      progress: row.status === 'COMPLETED' ? 1 : (work?.progress ?? 0),
      created: row.created_at,
      location: row.location,
    };
  },
  async cancel(ctx, id) {
    const row = await visibleJob(ctx, id, jobType);
    return row && cancelJob(ctx, row.project_id, id);
  },
});

export const projectJobStatuses: StatusSources = {
  modelJobs: jobsOf('model'),
  predictJobs: jobsOf('predict'),
  jobs: jobsOf(),
};

const QueueProblems = catalogue({
  noSuchJob: notFound(
    'projects.no_such_job',
    (id: string) => `The project has no job ${id}. GET jobs/ lists those that wait or run.`,
  ),
});

/** Enqueues a step unless the same work is waiting or running already. */
export function enqueueOnce<Input>(
  ctx: Ctx,
  step: Step<Input>,
  input: Input,
  { project, modelId, what }: { readonly project: NewJob['project']; readonly modelId?: string; readonly what: string },
): Promise<ProjectJobRow> {
  return ctx.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const open = await projectJobStore(tx).findOpen(project.id, step.name, input);
    if (open !== undefined) throw alreadyAdded(what, open.id);
    const about = { project, actor: ctx.actor, ...(modelId === undefined ? {} : { modelId }) };
    const job = await enqueueStep(ctx, tx, step, input, about);
    await dispatch(ctx, tx, project.id);
    return job;
  });
}

/** Clients read the number of the job that is there already. */
export const alreadyAdded = (what: string, jobId: number): Problem =>
  new Problem(422, 'projects.job_already_added', `${what} has been asked for already: it is job ${jobId}.`, {
    extra: { errorName: 'JobAlreadyAdded', jobId },
  });
