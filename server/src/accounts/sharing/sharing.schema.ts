import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { offset } from '#platform/http/page.ts';
import type { SharedKind } from './kind.ts';
import type { GrantView } from './recipient.store.ts';
import { oldName, USUAL_ROLES } from './role.rules.ts';

const MOST = 1000;
// Some clients ask for everything with limit=0.
const limit = z
  .int()
  .min(0)
  .max(MOST)
  .default(100)
  .transform((most) => (most === 0 ? MOST : most));

export const AccessControlQuery = z.strictObject({ offset, limit });
export const SharedRolesQuery = AccessControlQuery.extend({
  id: z.string().max(64).optional(),
  name: z.string().max(320).optional(),
  shareRecipientType: z.enum(['user', 'group', 'organization', 'externalApplication']).optional(),
});

const flags = { canShare: z.boolean().nullish(), canUseData: z.boolean().nullish() };
const name = z.string().min(1).max(320).nullish();

const applyGrantToLinkedObjects = ignored(
  z.boolean().nullish(),
  'Each object is shared by itself: share the data store too where that is wanted',
  [false],
);

const roleChange = z
  .strictObject({
    role: z.string().max(64),
    shareRecipientType: z.enum(['user', 'group', 'organization']),
    id: z.string().min(1).max(64).nullish(),
    username: name,
    name,
    ...flags,
  })
  .refine((one) => (one.id ?? one.username ?? one.name ?? null) !== null, 'Send the id or the name of the recipient');

export const SharedRolesChange = z.strictObject({
  operation: z.literal('updateRoles'),
  roles: z.array(roleChange).min(1).max(100),
  applyGrantToLinkedObjects,
});

export const AccessControlChange = z.strictObject({
  data: z
    .array(z.strictObject({ username: z.string().min(1).max(320), role: z.string().max(64).nullable(), ...flags }))
    .min(1)
    .max(100),
  applyGrantToLinkedObjects,
  includeFeatureDiscoveryEntities: ignored(z.boolean().nullish(), 'There is no feature discovery here', [false]),
  sendNotification: z.boolean().nullish().describe('Mails those who get another role; needs a mail server'),
});

const briefRole = {
  id: z.string(),
  name: z.string(),
  role: z.string(),
  shareRecipientType: z.enum(['user', 'group', 'organization']),
};
const BriefRole = z.strictObject(briefRole);
const FullRole = z.strictObject({
  ...briefRole,
  userFullName: z.string().nullable(),
  canShare: z.boolean(),
  canUseData: z.boolean(),
});

export const roleItem = (kind: SharedKind) => (kind.brief === true ? BriefRole : FullRole);

export const AccessControlItem = z.strictObject({
  userId: z.string(),
  username: z.string(),
  userFullName: z.string().nullable(),
  role: z.string(),
  canShare: z.boolean(),
  canUseData: z.boolean(),
});

const fullName = (row: GrantView): string | null =>
  [row.first_name, row.last_name].filter((part) => part !== null && part !== '').join(' ') || null;

export function toRole(kind: SharedKind, row: GrantView): z.infer<typeof BriefRole> | z.infer<typeof FullRole> {
  const role = (kind.roles ?? USUAL_ROLES).tells[row.role];
  const brief = { id: row.id, name: row.name, role, shareRecipientType: row.type };
  if (kind.brief === true) return brief;
  return { ...brief, userFullName: fullName(row), canShare: row.can_share, canUseData: row.can_use_data };
}

export const toAccessControl = (row: GrantView): z.infer<typeof AccessControlItem> => ({
  userId: row.id,
  username: row.name,
  userFullName: fullName(row),
  role: oldName(row.role),
  canShare: row.can_share,
  canUseData: row.can_use_data,
});
