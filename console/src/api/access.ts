import type { BodyOf, ElementOf, ItemOf, QueryOf, ReplyOf, Window } from './call.ts';
import { get, patch, post, remove } from './call.ts';
import { callQuery } from './call-query.ts';

export type AclConnection = ReplyOf<'get', 'aclConnections/{connectionId}/'>;
export type NewConnection = BodyOf<'post', 'aclConnections/'>;
/** What is left out stays; of `config`, null takes a setting out. Secrets are sent again only to be replaced. */
export type ConnectionChange = BodyOf<'patch', 'aclConnections/{connectionId}/'>;
export type AclStatus = ReplyOf<'get', 'aclConnections/{connectionId}/status/'>;
export type Freshness = AclStatus['state'];

export type AclItem = ItemOf<'aclConnections/{connectionId}/items/'>;
export type AclItemWithGrants = ReplyOf<'get', 'aclConnections/{connectionId}/items/{itemId}/'>;
export type AclGrant = ElementOf<AclItemWithGrants['grants']>;
export type AclPrincipal = ItemOf<'aclConnections/{connectionId}/principals/'>;
export type PrincipalType = AclPrincipal['type'];
export type EffectiveAccess = ReplyOf<'get', 'aclConnections/{connectionId}/effectiveAccess/'>;
export type PathStep = ElementOf<EffectiveAccess['path']>;
export type ItemFilter = QueryOf<'aclConnections/{connectionId}/items/'>;
type PrincipalFilter = QueryOf<'aclConnections/{connectionId}/principals/'>;

export const connectionCalls = {
  list: (window: Window) => get('aclConnections/', { ...window }),
  create: (body: NewConnection) => post('aclConnections/', { body }),
  one: (connectionId: string) => get('aclConnections/{connectionId}/', { connectionId }),
  change: (connectionId: string, body: ConnectionChange) =>
    patch('aclConnections/{connectionId}/', { connectionId, body }),
  remove: (connectionId: string) => remove('aclConnections/{connectionId}/', { connectionId }),
  preflight: (connectionId: string) => post('aclConnections/{connectionId}/preflight/', { connectionId }),
  resync: (connectionId: string) => post('aclConnections/{connectionId}/resync/', { connectionId }),
  pause: (connectionId: string) => post('aclConnections/{connectionId}/pause/', { connectionId }),
  resume: (connectionId: string) => post('aclConnections/{connectionId}/resume/', { connectionId }),
  status: (connectionId: string) => get('aclConnections/{connectionId}/status/', { connectionId }),
};

export const graphCalls = {
  items: (connectionId: string, filter: ItemFilter) =>
    get('aclConnections/{connectionId}/items/', { connectionId, ...filter }),
  item: (connectionId: string, itemId: string) =>
    get('aclConnections/{connectionId}/items/{itemId}/', { connectionId, itemId }),
  principals: (connectionId: string, filter: PrincipalFilter) =>
    get('aclConnections/{connectionId}/principals/', { connectionId, ...filter }),
  changes: (connectionId: string, window: Window) =>
    get('aclConnections/{connectionId}/changes/', { connectionId, ...window }),
  access: (connectionId: string, user: string, itemId: string) =>
    get('aclConnections/{connectionId}/effectiveAccess/', { connectionId, user, itemId }),
  readers: (connectionId: string, itemId: string, window: Window) =>
    get('aclConnections/{connectionId}/items/{itemId}/readers/', { connectionId, itemId, ...window }),
  readable: (connectionId: string, user: string, window: Window) =>
    get('aclConnections/{connectionId}/readable/', { connectionId, user, ...window }),
};

export const connectionKeys = {
  all: ['aclConnections'],
  one: (id: string) => ['aclConnections', id],
} as const;

const OFTEN_MS = 2_000;
const SOMETIMES_MS = 15_000;

export const connectionQueries = {
  // The mirror changes by itself while it is not paused: quickly while it reads everything, seldom once it is in step.
  status: (id: string) =>
    callQuery(connectionCalls.status(id), {
      poll: (status) => {
        if (status === undefined || status.paused) return false;
        return status.state === 'fresh' ? SOMETIMES_MS : OFTEN_MS;
      },
    }),
};
