import { queryOptions } from '@tanstack/react-query';
import { type ApiCall, get, remove } from './call.ts';
import type { Window } from './calls.ts';
import { keys } from './keys.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

/** Work of anybody in the organization, as administrators see it. */
export interface OrganizationJob {
  readonly statusId: string;
  readonly kind: string;
  readonly description: string | null;
  readonly status: 'INITIALIZED' | 'RUNNING';
  readonly progress: number;
  readonly startedBy: { readonly userId: string; readonly username: string };
  readonly created: string;
  readonly runningSince: string | null;
  readonly timeLimitSeconds: number | null;
}

export const organizationJobCalls = {
  list: (window: Window): ApiCall<Page<OrganizationJob>> => get('organizationJobs/', { ...window }),
  cancel: (id: string): ApiCall<void> => remove(`organizationJobs/${encodeURIComponent(id)}/`),
};

const BUSY_MS = 2_000;
const IDLE_MS = 15_000;

export const organizationJobQueries = {
  list: (window: Window) =>
    queryOptions({
      ...ask([...keys.jobs, 'organization', String(window.offset)], organizationJobCalls.list(window)),
      refetchInterval: ({ state }) => ((state.data?.totalCount ?? 0) > 0 ? BUSY_MS : IDLE_MS),
    }),
};
