import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';

const kind = z.enum(['site', 'drive', 'folder', 'file', 'shortcut']);
const principalType = z.enum(['user', 'group', 'siteGroup', 'mail', 'domain', 'tenant', 'everyone', 'anyone']);

export const ItemQuery = pageQuery().extend({
  parentId: z.string().max(2000).optional(),
  /** Only items that hang below nothing: where browsing begins. */
  top: z.boolean().optional(),
  spaceId: z.string().max(2000).optional(),
  kind: kind.optional(),
  searchFor: z.string().max(256).optional(),
  /** Only items that nobody can read because their permissions are not known. */
  unreadable: z.boolean().optional(),
});

export const HeldItem = z.strictObject({
  id: z.string(),
  sourceId: z.string(),
  name: z.string(),
  kind,
  parentId: z.string().nullable(),
  spaceId: z.string(),
  siteId: z.string().nullable(),
  webUrl: z.string().nullable(),
  etag: z.string().nullable(),
  /** Whether what is granted above it counts too; null while its permissions are not known. */
  inherits: z.boolean().nullable(),
  grantsCount: z.int(),
  generation: z.int(),
  verifiedAt: z.iso.datetime().nullable(),
});

const Subject = z.strictObject({
  id: z.string(),
  type: principalType,
  name: z.string().nullable(),
  email: z.string().nullable(),
});

export const HeldGrant = z.strictObject({
  permissionId: z.string(),
  subject: Subject,
  role: z.enum(['read', 'write', 'owner', 'none']),
  /** Whether it lets its subject read now. */
  counts: z.boolean(),
  /** Why not, when it never does. */
  ignored: z.string().nullable(),
  /** Counts only when the connection treats links for the organization as open to the tenant. */
  organizationLink: z.boolean(),
  inheritedFrom: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  generation: z.int(),
  /** As the provider sent it. */
  raw: z.unknown(),
});

export const HeldItemWithGrants = HeldItem.extend({
  /** From the top down to the item's parent. */
  path: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  grants: z.array(HeldGrant),
});

export const PrincipalQuery = pageQuery().extend({
  type: principalType.optional(),
  searchFor: z.string().max(256).optional(),
  /** Only direct members of this group. */
  memberOf: z.string().max(2000).optional(),
  /** Only those the directory does not know. */
  unresolved: z.boolean().optional(),
});

export const HeldPrincipal = Subject.extend({
  sourceId: z.string(),
  active: z.boolean(),
  guest: z.boolean(),
  resolved: z.boolean(),
  membersCount: z.int(),
});

export const ChangeQuery = pageQuery().extend({
  kind: z.string().max(64).optional(),
  subjectId: z.string().max(2000).optional(),
});

export const LoggedChange = z.strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.string(),
  cause: z.string(),
  /** The item, group, person or space it is about. */
  subjectId: z.string(),
  details: z.record(z.string(), z.unknown()),
});
