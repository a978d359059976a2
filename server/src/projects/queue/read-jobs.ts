import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { statusPath } from '#platform/jobs/status-source.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelRow } from '../core/models/model.tables.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { numberOf } from './cancel-jobs.ts';
import type { Job, JobQuery, ModelJob } from './job.schema.ts';
import { projectJobStore } from './project-job.store.ts';
import type { ProjectJobRow } from './project-job.tables.ts';
import { QueueProblems } from './queue.problems.ts';
import { reconcile } from './reconcile.ts';

type Status = z.output<typeof JobQuery>['status'];

/** Jobs of some types have a list of their own, and their address there. */
const FOLDERS: Readonly<Record<string, string>> = { model: 'modelJobs', predict: 'predictJobs' };

const folderOf = (jobType: string): string => FOLDERS[jobType] ?? 'jobs';

export const jobPath = ({ project_id, job_type, id }: Pick<ProjectJobRow, 'project_id' | 'job_type' | 'id'>): string =>
  `/api/v2/projects/${project_id}/${folderOf(job_type)}/${id}/`;

export const jobStatusPath = ({ job_type, id }: Pick<ProjectJobRow, 'job_type' | 'id'>): string =>
  statusPath(folderOf(job_type), id);

/** The answer to a request for work inside a project: where to ask how it goes. */
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
const toModelJob = (row: ProjectJobRow, model: ModelRow | undefined): z.infer<typeof ModelJob> => ({
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

/** Those that wait or run, unless others are asked for. */
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

/** A finished job sends the client to what it made, and says so in the body as well: clients read that. */
export async function getJob(ctx: Ctx, projectId: string, jobId: string): Promise<Reply | z.infer<typeof Job>> {
  const row = await getJobOrThrow(ctx, projectId, jobId);
  return finishedOr(row, toJob(ctx, row));
}

export async function getModelJob(
  ctx: Ctx,
  projectId: string,
  jobId: string,
): Promise<Reply | z.infer<typeof ModelJob>> {
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
