import { z } from 'zod';
import type { Ctx, JobSubject } from '../context.ts';
import { offset, type Page, page, pageOf } from '../http/page.ts';
import { refuse } from '../http/problem.ts';
import { answer, type Reply } from '../http/reply.ts';
import type { ObjectKind } from '../http/route-access.ts';
import { JobProblems } from './jobs.problems.ts';
import { openRecords, recordOf, type ShownRecord } from './status.store.ts';

/** Work in the background, seen at its status. */
export const JOB: ObjectKind = {
  type: 'job',
  title: 'job',
  seenBy: 'whoever started it, those who see what it is for, and administrators',
  changedBy: 'whoever started it, and administrators',
};

const timestamp = z.string().describe('ISO 8601 with microseconds and Z');

export const statusRecord = z.strictObject({
  statusId: z.string(),
  status: z.enum(['INITIALIZED', 'RUNNING', 'COMPLETED', 'ERROR', 'ABORTED', 'EXPIRED']),
  code: z.int().describe('0 when no error'),
  message: z.string().nullable().describe('What to tell the person when the work failed'),
  description: z.string().nullable(),
  created: timestamp,
  statusType: z.string().nullable(),
  type: z.string().nullable(),
  progress: z.number().min(0).max(1),
});

type StatusRecord = z.infer<typeof statusRecord>;

export const statusPage = pageOf(statusRecord);

/** A limit of 0 asks for all. */
export const statusQuery = z.strictObject({ offset, limit: z.int().min(0).max(1000).default(100) });

/** Whether the caller may see a shared object: asked of the accounts, which the platform does not know. */
export type Sees = (ctx: Ctx, subject: JobSubject) => Promise<boolean>;

interface JobAddress {
  readonly source: string;
  readonly jobId: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Once finished, always a redirect to what was made: clients poll again after they have seen it. */
export async function showStatus(ctx: Ctx, statusId: string, sees: Sees): Promise<StatusRecord | Reply> {
  const record = await recordFor(ctx, statusId, sees);
  return redirectTo(toStatus(record), record.location);
}

/** The status of a job that has a record elsewhere. */
export async function showJobStatus(
  ctx: Ctx,
  { source, jobId }: JobAddress,
  sources: StatusSources,
): Promise<StatusRecord | Reply> {
  const { location, created, ...state } = await stateFor(ctx, { source, jobId }, sources);
  const code = state.status === 'ERROR' ? 1 : 0;
  return redirectTo({ statusId: jobId, ...state, code, created: inMicroseconds(created) }, location);
}

export async function cancelJobOf(ctx: Ctx, address: JobAddress, sources: StatusSources): Promise<void> {
  await stateFor(ctx, address, sources);
  await sources[address.source]?.cancel(ctx, address.jobId);
}

export async function cancelWork(ctx: Ctx, statusId: string, sees: Sees): Promise<void> {
  const record = await recordFor(ctx, statusId, sees);
  if (!isTheirs(ctx, record)) refuse(JobProblems.notYours);
  ctx.checked?.grant(JOB, 'own');
  await ctx.jobs.cancel(record.id);
}

export async function listStatuses(
  ctx: Ctx,
  window: { readonly offset: number; readonly limit: number },
  url: string,
): Promise<Page<StatusRecord>> {
  const { rows, total } = await openRecords(ctx.db.queries, ctx.actor, window);
  return page(ctx.links, url, window, rows.map(toStatus), total);
}

/** Administrators own the work of their organization. */
const isTheirs = ({ actor }: Ctx, record: ShownRecord): boolean =>
  record.actor.userId === actor.userId || actor.role === 'admin';

/** To everybody who may see neither the work nor what it is for, there is no such status. */
async function recordFor(ctx: Ctx, statusId: string, sees: Sees): Promise<ShownRecord> {
  const record = UUID.test(statusId) ? await recordOf(ctx.db.queries, ctx.actor, statusId) : undefined;
  if (record === undefined) return refuse(JobProblems.noSuchStatus, statusId);
  const { about_type: type, about_id: id } = record;
  const visible = isTheirs(ctx, record) || (type !== null && id !== null && (await sees(ctx, { type, id })));
  if (!visible) refuse(JobProblems.noSuchStatus, statusId);
  ctx.checked?.grant(JOB, 'read');
  return record;
}

async function stateFor(ctx: Ctx, { source, jobId }: JobAddress, sources: StatusSources): Promise<JobState> {
  const state = Object.hasOwn(sources, source) ? await sources[source]?.state(ctx, jobId) : undefined;
  if (state === undefined) return refuse(JobProblems.noSuchStatus, `${source}/${jobId}`);
  ctx.checked?.grant(JOB, 'own');
  return state;
}

const redirectTo = (body: StatusRecord, location: string | null): StatusRecord | Reply =>
  body.status === 'COMPLETED' && location !== null ? answer(303, { location: withSlash(location), body }) : body;

const inMicroseconds = (time: Date): string => time.toISOString().replace('Z', '000Z');

function toStatus(record: ShownRecord): StatusRecord {
  return {
    statusId: record.id,
    status: record.status,
    code: record.code,
    message: record.message,
    description: record.description,
    created: inMicroseconds(record.created_at),
    statusType: record.status_type,
    type: record.type,
    progress: record.progress,
  };
}

/** Clients read the id of what was made as the piece before the last slash. */
function withSlash(location: string): string {
  const [path = '', ...query] = location.split('?');
  return [path.endsWith('/') ? path : `${path}/`, ...query].join('?');
}

/** What the status of a job says, besides its id. */
export interface JobState extends Omit<StatusRecord, 'statusId' | 'created' | 'code'> {
  readonly created: Date;
  /** Where the result is, once the job completed. */
  readonly location: string | null;
}

/**
 * Jobs that have a record of their own, with the words clients know. `Location` names their status instead, in the words
 * of the specification: a client that knows nothing but its rule must not take `queue` for the end.
 */
export interface StatusSource {
  /** Nothing for jobs that the caller may not see. */
  state(ctx: Ctx, id: string): Promise<JobState | undefined>;
  cancel(ctx: Ctx, id: string): Promise<unknown>;
}

/** By the piece of the path before the id, as in the address of the record itself: clients read the id after it. */
export type StatusSources = Readonly<Record<string, StatusSource>>;

export const statusPath = (source: string, id: string | number): string => `/api/v2/status/${source}/${id}/`;
