import { queryOptions } from '@tanstack/react-query';
import type { ApiCall } from './call.ts';
import { calls, type Window } from './calls.ts';
import { keys } from './keys.ts';
import { send } from './send.ts';

/** An answer that is kept under a name. */
export const ask = <Reply>(queryKey: readonly string[], call: ApiCall<Reply>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => send(call, signal) });

const BUSY_MS = 2_000;
const IDLE_MS = 15_000;

export const queries = {
  account: () => ({ ...ask(keys.account, calls.account()), staleTime: 60_000 }),
  version: () => ({ ...ask(keys.version, calls.version()), staleTime: Number.POSITIVE_INFINITY }),
  setup: () => ask(keys.setup, calls.setup()),
  apiKeys: () => ask(keys.apiKeys, calls.apiKeys()),
  apiToken: () => ask(keys.apiToken, calls.apiToken()),
  organization: (id: string) => ask(keys.organization(id), calls.organization(id)),
  users: (organizationId: string, window: Window) =>
    ask([...keys.users, organizationId, String(window.offset)], calls.users(organizationId, window)),
  groups: (window: Window) => ask([...keys.groups, 'page', String(window.offset)], calls.groups(window)),
  group: (id: string) => ask(keys.group(id), calls.group(id)),
  members: (groupId: string, window: Window) =>
    ask([...keys.group(groupId), 'members', String(window.offset)], calls.members(groupId, window)),
  jobs: () =>
    queryOptions({
      ...ask(keys.jobs, calls.jobs()),
      // Progress moves only while something runs; a hidden tab asks nothing (the library's default).
      refetchInterval: (query) => ((query.state.data?.totalCount ?? 0) > 0 ? BUSY_MS : IDLE_MS),
    }),
};
