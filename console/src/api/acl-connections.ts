import { type ApiCall, get, patch, post, remove } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

export type Freshness = 'never' | 'syncing' | 'fresh' | 'stale' | 'failed';

export interface AclConnection {
  readonly id: string;
  readonly name: string;
  readonly provider: 'A' | 'B';
  /** Without keys, secrets and certificates. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly pollSeconds: number;
  readonly stalenessLimitSeconds: number;
  readonly paused: boolean;
  readonly createdAt: string;
}

export interface NewConnection {
  readonly name: string;
  readonly provider: 'A' | 'B';
  readonly config: Readonly<Record<string, unknown>>;
  readonly pollSeconds: number;
  readonly stalenessLimitSeconds: number;
}

/** What is left out stays; of `config`, null takes a setting out. Secrets are sent again only to be replaced. */
export type ConnectionChange = Partial<Omit<NewConnection, 'provider'>>;

export interface AclStatus {
  readonly state: Freshness;
  readonly paused: boolean;
  readonly lastCompleteSync: string | null;
  readonly lagSeconds: number | null;
  readonly lastCompleteDirectory: string | null;
  /** False: every question is answered with no. */
  readonly answering: boolean;
  readonly counts: {
    readonly spaces: number;
    readonly items: number;
    readonly unreadableItems: number;
    readonly grants: number;
    readonly ignoredGrants: number;
    readonly users: number;
    readonly groups: number;
    readonly memberships: number;
  };
  readonly unresolvedPrincipals: number;
  readonly lastError: { readonly message: string; readonly at: string } | null;
}

export interface Preflight {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

const ALL = 'aclConnections/';
export const connectionPath = (id: string): string => `${ALL}${segment(id)}/`;

export const connectionCalls = {
  list: (window: Window): ApiCall<Page<AclConnection>> => get(ALL, { ...window }),
  create: (wanted: NewConnection): ApiCall<AclConnection> => post(ALL, { ...wanted }),
  one: (id: string): ApiCall<AclConnection> => get(connectionPath(id)),
  change: (id: string, change: ConnectionChange): ApiCall<AclConnection> => patch(connectionPath(id), { ...change }),
  remove: (id: string): ApiCall<void> => remove(connectionPath(id)),
  preflight: (id: string): ApiCall<Preflight> => post(`${connectionPath(id)}preflight/`),
  resync: (id: string): ApiCall<AclStatus> => post(`${connectionPath(id)}resync/`),
  pause: (id: string): ApiCall<AclConnection> => post(`${connectionPath(id)}pause/`),
  resume: (id: string): ApiCall<AclConnection> => post(`${connectionPath(id)}resume/`),
  status: (id: string): ApiCall<AclStatus> => get(`${connectionPath(id)}status/`),
};

export const connectionKeys = {
  all: ['aclConnections'],
  one: (id: string) => ['aclConnections', 'one', id],
} as const;

const OFTEN_MS = 2_000;
const SOMETIMES_MS = 15_000;

export const connectionQueries = {
  list: (window: Window) => ask([...connectionKeys.all, 'list', String(window.offset)], connectionCalls.list(window)),
  one: (id: string) => ask([...connectionKeys.one(id), 'record'], connectionCalls.one(id)),
  status: (id: string) => ({
    ...ask([...connectionKeys.one(id), 'status'], connectionCalls.status(id)),
    // The mirror moves by itself while it is not paused: quickly while it reads everything, seldom once it is in step.
    refetchInterval: ({ state }: { state: { data?: AclStatus | undefined } }) => {
      if (state.data === undefined || state.data.paused) return false as const;
      return state.data.state === 'fresh' ? SOMETIMES_MS : OFTEN_MS;
    },
  }),
};
