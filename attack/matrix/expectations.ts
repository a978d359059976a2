import type { Operation, RouteAccess } from '../openapi/operations.ts';

/** Who asks. Each is a row of the matrix; every route of the server is a column. */
export type CallerName =
  | 'nobody'
  | 'wrong key'
  | 'expired key'
  | 'revoked key'
  | 'disabled user'
  | 'user of another organization'
  | 'administrator of another organization'
  | 'colleague without a role'
  | 'observer'
  | 'consumer'
  | 'editor'
  | 'owner'
  | 'administrator'
  | 'agent';

/** What a caller may get from a route. */
export interface Expectation {
  /** Null when the caller may be answered at all; else what they must get. */
  readonly refused: RegExp | null;
  /** A thing the caller cannot see must look like one that does not exist: in the whole reply, or in its status. */
  readonly unseen: 'reply' | 'status' | null;
  /** The caller has what the route needs, and must not be told otherwise. */
  readonly permitted: boolean;
}

const ANYTHING: Expectation = { refused: null, unseen: null, permitted: false };
const PERMITTED: Expectation = { refused: null, unseen: null, permitted: true };
const UNKNOWN: Expectation = { refused: /^401$/, unseen: null, permitted: false };
const REFUSED: Expectation = { refused: /^4\d\d$/, unseen: null, permitted: false };
const FORBIDDEN: Expectation = { refused: /^40[34]$/, unseen: null, permitted: false };
const UNSEEN: Expectation = { refused: /^4\d\d$/, unseen: 'reply', permitted: false };

/** A quota may be written before its resource exists; an id of another organization is one that does not exist. */
const TAKES_UNKNOWN_IDS = /^POST \/api\/v2\/quotas\/$/;
const ACCEPTED_UNSEEN: Expectation = { refused: null, unseen: 'status', permitted: false };

/** What each role may do with an object. */
const ALLOWED = {
  observer: ['read'],
  consumer: ['read', 'use'],
  editor: ['read', 'use', 'write'],
  owner: ['read', 'use', 'write', 'share', 'own'],
  administrator: ['read', 'use', 'write', 'share', 'own'],
} as const;
type RoleHolder = keyof typeof ALLOWED;

/** Objects that everybody in the organization knows of. */
const isCommon = ({ seenBy = '' }: RouteAccess): boolean => /^(everybody in|its members)/.test(seenBy);
/** Who else sees them follows from another object. */
const followsAnother = ({ seenBy = '' }: RouteAccess): boolean => /resource|deployment|what it is for/.test(seenBy);

/**
 * What the route says it needs (`x-access`), turned into what each caller must get. `names` are ids of real things in the
 * request; `shared` says whether the roles were given on the object that the route needs.
 */
export function expectationOf(
  operation: Operation,
  caller: CallerName,
  names: readonly string[],
  shared: (object: string) => boolean,
): Expectation {
  const { access, method, path, deprecated } = operation;
  if (access.needs === 'public') return ANYTHING;
  const namesThings = names.length > 0;
  switch (caller) {
    case 'nobody':
    case 'wrong key':
    case 'expired key':
    case 'revoked key':
    case 'disabled user':
      // A deprecated route that this installation does not have is 404 before anything else.
      return deprecated ? REFUSED : UNKNOWN;
    case 'user of another organization':
    case 'administrator of another organization':
      if (TAKES_UNKNOWN_IDS.test(`${method} ${path}`)) return ACCEPTED_UNSEEN;
      return namesThings ? UNSEEN : ANYTHING;
    case 'colleague without a role':
      if (access.needs === 'administrator') return FORBIDDEN;
      return namesThings && !isCommon(access) ? UNSEEN : ANYTHING;
    case 'agent':
      return access.agentKeys === undefined ? REFUSED : ANYTHING;
    default:
      return ofRole(operation, caller, namesThings, shared);
  }
}

function ofRole(
  { access }: Operation,
  caller: RoleHolder,
  namesThings: boolean,
  shared: (object: string) => boolean,
): Expectation {
  if (access.needs === 'administrator') return caller === 'administrator' ? PERMITTED : FORBIDDEN;
  // Only some of the people hold permissions.
  if (access.permission !== undefined) return ANYTHING;
  if (access.needs === 'account' || !namesThings) return ANYTHING;
  const { object = '', need = 'own', seenBy } = access;
  if (seenBy !== undefined) {
    if (caller === 'owner' || isCommon(access)) return PERMITTED;
    return followsAnother(access) || caller === 'administrator' ? ANYTHING : FORBIDDEN;
  }
  if (!shared(object) && caller !== 'owner' && caller !== 'administrator') return ANYTHING;
  return (ALLOWED[caller] as readonly string[]).includes(need) ? PERMITTED : FORBIDDEN;
}
