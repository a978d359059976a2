import type { ApiCall, BodyOf, ElementOf, ItemOf, ReplyOf } from './call.ts';
import { callQuery } from './call-query.ts';

/** Everything that can be shared has the same two routes below its path. */
type SharedRoles = 'datasets/{datasetId}/sharedRoles/';
export type SharedRole = ItemOf<SharedRoles>;
export type RoleChange = ElementOf<BodyOf<'patch', SharedRoles>['roles']>;

/** `path` is that of the shared thing: `datasets/6f.../`. */
export const sharingCalls = {
  list: (path: string): ApiCall<ReplyOf<'get', SharedRoles>> => ({
    method: 'GET',
    path: `${path}sharedRoles/`,
    query: { limit: 1000 },
  }),
  change: (path: string, change: RoleChange): ApiCall<ReplyOf<'patch', SharedRoles>> => ({
    method: 'PATCH',
    path: `${path}sharedRoles/`,
    body: { operation: 'updateRoles', roles: [change] },
  }),
};

/** To ask whether the reader may share it at all. */
export const sharingNeeds = (path: string): ApiCall<unknown> => ({ method: 'PATCH', path: `${path}sharedRoles/` });

export const sharingQuery = (path: string) => callQuery(sharingCalls.list(path));
export const sharingKey = (path: string): readonly string[] => [...path.split('/').filter(Boolean), 'sharedRoles'];
