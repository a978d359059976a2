import type { Gate, Grant, GrantRole, IgnoredBecause, Subject } from '../model.ts';
import type { Permission } from './drive.schema.ts';

/** Any role from reader up means reading; what is not here is unknown and gives nothing. */
const roles: Readonly<Record<string, GrantRole>> = {
  owner: 'owner',
  organizer: 'write',
  fileOrganizer: 'write',
  writer: 'write',
  commenter: 'read',
  reader: 'read',
};

interface Holder {
  readonly subject: Subject;
  readonly gate: Gate;
  readonly ignored?: IgnoredBecause;
}

const unknownHolder = (id: string): Holder => ({
  subject: { kind: 'user', key: `user:unknown:${id}` },
  gate: 'never',
  ignored: 'unresolvedSubject',
});

/** Who holds a permission, by its type. */
const holders: Readonly<Record<string, (permission: Permission) => Holder>> = {
  user: byAddress,
  group: byAddress,
  domain: ({ id, domain, allowFileDiscovery }) =>
    domain
      ? {
          subject: { kind: 'domain', domain: domain.toLowerCase() },
          // A share that cannot be found by search is a link for those who know it.
          gate: allowFileDiscovery === true ? 'always' : 'organizationLink',
        }
      : unknownHolder(id),
  anyone: ({ allowFileDiscovery }) =>
    allowFileDiscovery === true
      ? { subject: { kind: 'anyone' }, gate: 'always' }
      : { subject: { kind: 'anyone' }, gate: 'never', ignored: 'anonymousLink' },
};

function byAddress({ id, emailAddress }: Permission): Holder {
  // The same account has the same id on all files, and no other account ever has it.
  return emailAddress
    ? { subject: { kind: 'mail', email: emailAddress.toLowerCase(), pin: id }, gate: 'always' }
    : unknownHolder(id);
}

export function grantOf(permission: Permission): Grant {
  const role = roles[permission.role ?? ''];
  const holder = holders[permission.type]?.(permission) ?? unknownHolder(permission.id);
  const ignored: IgnoredBecause | undefined = permission.deleted
    ? 'deleted'
    : permission.view
      ? 'publishedView'
      : role === undefined
        ? 'unknownRole'
        : holder.ignored;
  return {
    permissionId: permission.view ? `${permission.id} ${permission.view}` : permission.id,
    subject: holder.subject,
    role: role ?? 'none',
    gate: ignored ? 'never' : holder.gate,
    ...(ignored && { ignored }),
    inheritedFrom: permission.permissionDetails?.find((one) => one.inherited)?.inheritedFrom ?? null,
    expiresAt: expiryOf(permission.expirationTime),
    raw: permission,
  };
}

/** In shared drives the details say what was given here; the rest comes from above and is computed, not copied. */
export const givenHere = (permission: Permission): boolean =>
  permission.permissionDetails?.some((one) => one.inherited !== true) ?? true;

/** What cannot be read has run out, because too little is better than too much. */
function expiryOf(text: string | null | undefined): Date | null {
  if (!text) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}
