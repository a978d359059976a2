import { connectionKeys, connectionPath, type Freshness } from './acl-connections.ts';
import { type ApiCall, get } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

export interface HeldItem {
  readonly id: string;
  readonly sourceId: string;
  readonly name: string;
  readonly kind: 'site' | 'drive' | 'folder' | 'file' | 'shortcut';
  readonly parentId: string | null;
  readonly webUrl: string | null;
  /** Null while its permissions are not known. */
  readonly inherits: boolean | null;
  readonly grantsCount: number;
  readonly verifiedAt: string | null;
}

export type PrincipalType = 'user' | 'group' | 'siteGroup' | 'mail' | 'domain' | 'tenant' | 'everyone' | 'anyone';

interface Subject {
  readonly id: string;
  readonly type: PrincipalType;
  readonly name: string | null;
  readonly email: string | null;
}

export interface HeldGrant {
  readonly permissionId: string;
  readonly subject: Subject;
  readonly role: 'read' | 'write' | 'owner' | 'none';
  /** Whether it lets its subject read now. */
  readonly counts: boolean;
  /** A link for everybody in the organization: it counts only where the connection says so. */
  readonly organizationLink: boolean;
  readonly ignored: string | null;
  readonly inheritedFrom: string | null;
  readonly expiresAt: string | null;
}

export interface HeldItemWithGrants extends HeldItem {
  readonly path: readonly { readonly id: string; readonly name: string }[];
  readonly grants: readonly HeldGrant[];
}

export interface HeldPrincipal extends Subject {
  readonly active: boolean;
  readonly guest: boolean;
  readonly resolved: boolean;
  readonly membersCount: number;
}

export interface LoggedChange {
  readonly id: number;
  readonly at: string;
  readonly kind: string;
  readonly cause: string;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface PathStep {
  readonly type:
    | 'item'
    | 'inheritedFrom'
    | 'grant'
    | 'group'
    | 'address'
    | 'domain'
    | 'tenant'
    | 'everyone'
    | 'anyone'
    | 'user';
  readonly id: string;
  readonly name: string | null;
  readonly role?: HeldGrant['role'];
}

export interface EffectiveAccess {
  readonly allowed: boolean;
  /** From the item to the person, when allowed. */
  readonly path: readonly PathStep[];
  readonly reason: 'notBelieved' | 'unknownItem' | 'unreadableItem' | 'inactiveUser' | 'noGrant' | null;
  readonly freshness: Freshness;
}

interface Reader {
  readonly type: 'user' | 'external' | 'domain' | 'anyone';
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

interface ReadableItem {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly webUrl: string | null;
}

export interface ItemFilter extends Window {
  readonly parentId?: string;
  /** Only what hangs below nothing. */
  readonly top?: boolean;
  readonly searchFor?: string;
  readonly unreadable?: boolean;
}

export interface PrincipalFilter extends Window {
  readonly type?: PrincipalType;
  readonly searchFor?: string;
  readonly memberOf?: string;
  readonly unresolved?: boolean;
}

const at = (connectionId: string, what: string) => `${connectionPath(connectionId)}${what}`;

export const graphCalls = {
  items: (id: string, filter: ItemFilter): ApiCall<Page<HeldItem>> => get(at(id, 'items/'), { ...filter }),
  item: (id: string, itemId: string): ApiCall<HeldItemWithGrants> => get(at(id, `items/${segment(itemId)}/`)),
  principals: (id: string, filter: PrincipalFilter): ApiCall<Page<HeldPrincipal>> =>
    get(at(id, 'principals/'), { ...filter }),
  changes: (id: string, window: Window): ApiCall<Page<LoggedChange>> => get(at(id, 'changes/'), { ...window }),
  access: (id: string, user: string, itemId: string): ApiCall<EffectiveAccess> =>
    get(at(id, 'effectiveAccess/'), { user, itemId }),
  readers: (id: string, itemId: string, window: Window): ApiCall<Page<Reader>> =>
    get(at(id, `items/${segment(itemId)}/readers/`), { ...window }),
  readable: (id: string, user: string, window: Window): ApiCall<Page<ReadableItem>> =>
    get(at(id, 'readable/'), { user, ...window }),
};

const kept = <Reply>(id: string, name: string, asked: object, call: ApiCall<Reply>) =>
  ask([...connectionKeys.one(id), name, JSON.stringify(asked)], call);

export const graphQueries = {
  items: (id: string, filter: ItemFilter) => kept(id, 'items', filter, graphCalls.items(id, filter)),
  item: (id: string, itemId: string) => kept(id, 'item', { itemId }, graphCalls.item(id, itemId)),
  principals: (id: string, filter: PrincipalFilter) =>
    kept(id, 'principals', filter, graphCalls.principals(id, filter)),
  changes: (id: string, window: Window) => kept(id, 'changes', window, graphCalls.changes(id, window)),
  access: (id: string, user: string, itemId: string) =>
    kept(id, 'access', { user, itemId }, graphCalls.access(id, user, itemId)),
  readers: (id: string, itemId: string, window: Window) =>
    kept(id, 'readers', { itemId, ...window }, graphCalls.readers(id, itemId, window)),
  readable: (id: string, user: string, window: Window) =>
    kept(id, 'readable', { user, ...window }, graphCalls.readable(id, user, window)),
};
