import { principalKey } from '../item-keys.ts';
import type { Gate, Grant, GrantRole, IgnoredBecause, Subject } from '../model.ts';
import type { IdentitySet, Permission } from './graph.schema.ts';
import { subjectOfLoginName } from './login-name.rules.ts';
import { strongestRole } from './role.rules.ts';

export interface Place {
  readonly tenantId: string;
  /** The site collection: ids of site groups mean something only inside it. */
  readonly collectionId: string;
}

interface Named {
  readonly subject: Subject;
  readonly ignored?: IgnoredBecause;
}

/** What a link gives, by its scope. A scope we do not know gives nothing. */
const links: Readonly<Record<string, { subject: Subject; gate: Gate; ignored?: IgnoredBecause }>> = {
  anonymous: { subject: { kind: 'anyone' }, gate: 'never', ignored: 'anonymousLink' },
  organization: { subject: { kind: 'tenant' }, gate: 'organizationLink' },
  existingAccess: { subject: { kind: 'anyone' }, gate: 'never', ignored: 'existingAccessLink' },
};

/** One permission of Graph as relations: one for each person a link was made for, else one. */
export function grantsOf(permission: Permission, place: Place): Grant[] {
  const known = strongestRole(permission.roles ?? []);
  const role: GrantRole = known ?? 'none';
  const weak: IgnoredBecause | null = known === null ? 'unknownRole' : role === 'none' ? 'limitedAccess' : null;
  const make = (subject: Subject, gate: Gate, ignored?: IgnoredBecause): Grant => ({
    permissionId: permission.id,
    subject,
    role,
    gate: ignored || weak ? 'never' : gate,
    ...((ignored ?? weak) && { ignored: ignored ?? weak ?? 'unknownRole' }),
    expiresAt: expiryOf(permission.expirationDateTime),
    raw: permission,
  });
  if (permission.link?.scope === 'users') {
    const people = nonEmpty(permission.grantedToIdentitiesV2) ?? permission.grantedToIdentities ?? [];
    // Kept for what it may become: people are added to a link without the feed telling so.
    if (people.length === 0) return [make({ kind: 'anyone' }, 'never', 'nobodyNamed')];
    return people
      .map((one) => subjectOf(one, permission.id, place))
      .map((one) => make(one.subject, 'always', one.ignored));
  }
  const link = permission.link ? links[permission.link.scope ?? ''] : undefined;
  if (link) return [make(link.subject, link.gate, link.ignored)];
  if (permission.link) return [make({ kind: 'anyone' }, 'never', 'unresolvedSubject')];
  const { subject, ignored } = holderOf(permission, place);
  return [make(subject, 'always', ignored)];
}

/** The deprecated field carries the only value on old items; today's field wins where it says something. */
function holderOf(permission: Permission, place: Place): Named {
  const today = permission.grantedToV2 && subjectOf(permission.grantedToV2, permission.id, place);
  if (today && today.ignored !== 'unresolvedSubject') return today;
  const older = permission.grantedTo && subjectOf(permission.grantedTo, permission.id, place);
  if (older && older.ignored !== 'unresolvedSubject') return older;
  const email = permission.invitation?.email;
  if (email) return { subject: { kind: 'mail', email: email.toLowerCase() }, ignored: 'unredeemedInvitation' };
  return today ?? older ?? nobody(permission.id);
}

function subjectOf(set: IdentitySet, permissionId: string, place: Place): Named {
  if (set.user?.id) return { subject: { kind: 'user', key: principalKey('user', null, set.user.id.toLowerCase()) } };
  if (set.group?.id)
    return { subject: { kind: 'group', key: principalKey('group', null, set.group.id.toLowerCase()) } };
  const claim = set.siteUser?.loginName && subjectOfLoginName(set.siteUser.loginName, place.tenantId);
  // An account that gets the address later is another entry in the site's list of people.
  const pin = set.siteUser?.id ? `${place.collectionId}:${set.siteUser.id}` : permissionId;
  if (claim) return { subject: claim.kind === 'mail' ? { ...claim, pin } : claim };
  const email = set.user?.email ?? set.siteUser?.email ?? set.group?.email;
  if (email) return { subject: { kind: 'mail', email: email.toLowerCase(), pin } };
  if (set.application) return { ...nobody(set.application.id ?? permissionId), ignored: 'application' };
  if (set.device) return { ...nobody(set.device.id ?? permissionId), ignored: 'device' };
  const siteGroup = set.siteGroup?.id ?? set.sharePointGroup?.principalId ?? set.sharePointGroup?.id;
  if (!siteGroup) return nobody(permissionId);
  const named = set.siteGroup?.loginName && subjectOfLoginName(set.siteGroup.loginName, place.tenantId);
  if (named) return { subject: named };
  return {
    subject: { kind: 'siteGroup', key: principalKey('siteGroup', place.collectionId, siteGroup) },
    ignored: 'unresolvedSubject',
  };
}

const nobody = (id: string): Named => ({
  subject: { kind: 'user', key: principalKey('user', 'unknown', id) },
  ignored: 'unresolvedSubject',
});

/** The year 1 means never; what cannot be read has run out, because too little is better than too much. */
function expiryOf(text: string | null | undefined): Date | null {
  if (!text || text.startsWith('0001-01-01')) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}

const nonEmpty = <T>(list: readonly T[] | null | undefined): readonly T[] | null => (list?.length ? list : null);
