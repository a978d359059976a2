import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ApiCall, get, type ItemOf, remove, type Window } from './call.ts';
import { callQuery, useChange } from './call-query.ts';
import { exchange, parseReply, reach, requireOk } from './send.ts';

/** How a piece of long work stands. */
interface Followed {
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1; absent where the work does not tell. */
  readonly progress?: number;
  /** What it says of itself: its step, or why it failed. */
  readonly message?: string;
  /** Where the result is, below `/api/v2/`, once done. */
  readonly location?: string;
}

const ROOT = '/api/v2/';
const OFTEN_MS = 700;

/** The path below `/api/v2/` of a status id, or of the address a `Location` header gave. */
export function statusPath(idOrLocation: string): string {
  if (!idOrLocation.includes('/')) return `status/${encodeURIComponent(idOrLocation)}/`;
  const { pathname } = new URL(idOrLocation, 'http://here');
  return pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : pathname.replace(/^\//, '');
}

interface StatusReply {
  readonly status?: string;
  readonly progress?: number;
  readonly message?: string | null;
}

const states: Readonly<Record<string, Followed['state']>> = {
  initialized: 'waiting',
  queue: 'waiting',
  completed: 'done',
  error: 'failed',
  expired: 'failed',
  aborted: 'cancelled',
};

/** What a status record means: those of jobs in general, and those of a project's queue. */
export function readStatus({ status = '', progress, message }: StatusReply): Followed {
  return {
    state: states[status.toLowerCase()] ?? 'running',
    ...(progress === undefined ? {} : { progress }),
    ...(message ? { message } : {}),
  };
}

/**
 * Work that is done redirects to what it made. The browser goes there, and the address is all that is wanted: what is
 * there may have been deleted meanwhile, and the work is done all the same.
 */
export async function look(path: string, signal: AbortSignal): Promise<Followed> {
  const response = await reach({ method: 'GET', path }, signal);
  if (response.redirected) {
    await response.body?.cancel();
    const { pathname, search } = new URL(response.url);
    return { state: 'done', progress: 1, location: statusPath(pathname) + search };
  }
  const { status, url } = await requireOk(response);
  return readStatus(parseReply<StatusReply>(status, url, await response.text()));
}

export const isOver = (job: Followed | undefined): boolean =>
  job !== undefined && job.state !== 'waiting' && job.state !== 'running';

const followQuery = (path: string) =>
  queryOptions({
    queryKey: ['follow', path],
    queryFn: ({ signal }) => look(path, signal),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : OFTEN_MS),
    staleTime: ({ state }) => (isOver(state.data) ? Number.POSITIVE_INFINITY : 0),
    // Work goes on in a hidden tab, and so does what comes after it.
    refetchIntervalInBackground: true,
  });

interface FollowOptions {
  /** The answers that are no longer true once the work is over, however it ended. */
  readonly refresh?: readonly (readonly string[])[];
  readonly onDone?: (job: Followed) => void;
}

export interface Following {
  readonly job: Followed | undefined;
  /** The status itself could not be read. */
  readonly problem: unknown;
  readonly cancel: () => void;
  readonly cancelling: boolean;
}

/** Follows work until it is over. Give it the id or `Location` that beginning it answered; nothing while there is none. */
export function useFollow(idOrLocation: string | undefined, options: FollowOptions = {}): Following {
  const client = useQueryClient();
  const path = idOrLocation === undefined ? undefined : statusPath(idOrLocation);
  const { data, error } = useQuery({ ...followQuery(path ?? ''), enabled: path !== undefined });
  const cancel = useChange((at: string): ApiCall<void> => ({ method: 'DELETE', path: at }), {
    refresh: [['follow', path ?? ''], ...jobKeys],
  });
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (path === undefined || data === undefined || !isOver(data) || reported.current === path) return;
    reported.current = path;
    for (const queryKey of options.refresh ?? []) void client.invalidateQueries({ queryKey });
    if (data.state === 'done') options.onDone?.(data);
  }, [client, data, options, path]);
  return {
    job: path === undefined ? undefined : data,
    problem: cancel.error ?? error,
    cancel: () => path !== undefined && cancel.mutate(path),
    cancelling: cancel.isPending,
  };
}

/** Sends a call that begins long work and tells what to follow: the `Location`, else the `statusId` in the answer. */
export async function begin<Reply>(call: ApiCall<Reply>): Promise<{ readonly follow: string; readonly reply: Reply }> {
  const response = await exchange(call);
  const reply = parseReply<Reply>(response.status, response.url, await response.text());
  const named = reply as { readonly statusId?: string } | undefined;
  const follow = response.headers.get('location') ?? named?.statusId;
  if (follow === undefined)
    throw new Error(`The answer of ${new URL(response.url).pathname} names no status to follow.`);
  return { follow, reply };
}

export type Job = ItemOf<'status/'>;
/** Work of anybody in the organization, as administrators see it. */
export type OrganizationJob = ItemOf<'organizationJobs/'>;

export const jobCalls = {
  own: () => get('status/', { limit: 100 }),
  cancel: (statusId: string) => remove('status/{statusId}/', { statusId }),
  organization: (window: Window) => get('organizationJobs/', { ...window }),
  cancelOfOrganization: (statusId: string) => remove('organizationJobs/{statusId}/', { statusId }),
};

export const jobKeys = [['status'], ['organizationJobs']];

const BUSY_MS = 2_000;
const IDLE_MS = 15_000;
/** Progress moves only while something runs; a hidden tab asks nothing (the library's default). */
export const pollJobs = (page: { readonly totalCount: number } | undefined) =>
  (page?.totalCount ?? 0) > 0 ? BUSY_MS : IDLE_MS;

export const jobQueries = {
  own: () => callQuery(jobCalls.own(), { poll: pollJobs }),
};
