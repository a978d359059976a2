import { type ApiCall, get, patch } from './call.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export interface SharedRole {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly shareRecipientType: 'user' | 'group' | 'organization';
}

export interface RoleChange {
  readonly role: string;
  readonly shareRecipientType: SharedRole['shareRecipientType'];
  readonly id?: string;
  readonly name?: string;
}

/** `path` is that of the shared thing: `datasets/6f.../`. */
export const sharingCalls = {
  list: (path: string): ApiCall<Page<SharedRole>> => get(`${path}sharedRoles/`, { limit: 1000 }),
  change: (path: string, change: RoleChange): ApiCall<void> =>
    patch(`${path}sharedRoles/`, { operation: 'updateRoles', roles: [change] }),
};

export const sharingKey = (path: string) => ['sharing', path];

export const sharingQuery = (path: string) => ask(sharingKey(path), sharingCalls.list(path));
