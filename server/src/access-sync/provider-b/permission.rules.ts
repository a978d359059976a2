import { type Gate, type Grant, type GrantRole, type IgnoredBecause, principalKey, type Subject } from '../model.ts';
import type { IdentitySet, Permission } from './graph.schema.ts';

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

interface Claim {
  readonly form: RegExp;
  readonly means: string;
  readonly subject: (found: string, tenantId: string) => Subject | null;
}

const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const group = (id: string): Subject => ({ kind: 'group', key: principalKey('group', null, id.toLowerCase()) });

/** Owners of a group are not its members: they are a group of their own here. */
export const ownersOf = (groupId: string): string => `${groupId}_o`;

/** The group whose owners these are; null: an ordinary group. */
export const groupOwned = (id: string): string | null => (id.endsWith('_o') ? id.slice(0, -2) : null);

/** Login names of SharePoint that can be told apart without asking anybody. */
const claims: readonly Claim[] = [
  {
    form: /^i:0#\.f\|membership\|(.+)$/i,
    means: 'user',
    subject: (upn) => ({ kind: 'mail', email: upn.toLowerCase() }),
  },
  { form: new RegExp(`^c:0t\\.c\\|tenant\\|(${GUID})$`, 'i'), means: 'security group', subject: group },
  {
    form: new RegExp(`^c:0o\\.c\\|federateddirectoryclaimprovider\\|(${GUID})$`, 'i'),
    means: 'members of a Microsoft 365 group',
    subject: group,
  },
  {
    form: new RegExp(`^c:0o\\.c\\|federateddirectoryclaimprovider\\|(${GUID}_o)$`, 'i'),
    means: 'owners of a Microsoft 365 group',
    subject: group,
  },
  {
    form: new RegExp(`^c:0-\\.f\\|rolemanager\\|spo-grid-all-users/(${GUID})$`, 'i'),
    means: 'everyone except external users',
    // Everybody of another tenant is nobody we know.
    subject: (tenant, ours) => (tenant.toLowerCase() === ours.toLowerCase() ? { kind: 'tenant' } : null),
  },
  { form: /^(c:0\(\.s\|true)$/i, means: 'everyone', subject: () => ({ kind: 'everyone' }) },
];

/** Null: a name that says nothing certain, such as a site group or a claim of another kind. */
function subjectOfLoginName(loginName: string, tenantId: string): Subject | null {
  for (const { form, subject } of claims) {
    const found = form.exec(loginName)?.[1];
    if (found !== undefined) return subject(found, tenantId);
  }
  return null;
}

/** Roles by name. What is not here is unknown and gives nothing: a custom level need not include reading. */
const roles: Readonly<Record<string, GrantRole>> = {
  read: 'read',
  write: 'write',
  owner: 'owner',
  'sp.full control': 'owner',
  'sp.design': 'write',
  'sp.edit': 'write',
  'sp.contribute': 'write',
  'sp.read': 'read',
  'sp.view only': 'read',
  'sp.limited access': 'none',
  'sp.web-only limited access': 'none',
};

const strength: readonly GrantRole[] = ['none', 'read', 'write', 'owner'];

/** The strongest of them; `none` for limited access (also written as an empty list), null when none is known. */
function strongestRole(names: readonly string[]): GrantRole | null {
  if (names.length === 0) return 'none';
  const found = names.map((name) => roles[name.toLowerCase()]).filter((role) => role !== undefined);
  return found.reduce<GrantRole | null>(
    (best, role) => (best === null || strength.indexOf(role) > strength.indexOf(best) ? role : best),
    null,
  );
}
