import { get, type ItemOf, remove, type Window } from './call.ts';
import { callQuery } from './call-query.ts';

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
const poll = (page: { readonly totalCount: number } | undefined) => ((page?.totalCount ?? 0) > 0 ? BUSY_MS : IDLE_MS);

export const jobQueries = {
  own: () => callQuery(jobCalls.own(), { poll }),
  organization: (window: Window) => callQuery(jobCalls.organization(window), { poll }),
};
