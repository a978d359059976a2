import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import { Email } from './directory.schema.ts';

const name = z.string().trim().min(1).max(256);
const description = z.string().max(1000).nullish();
/** There are no access roles on this server yet: null is the only one a group can have. */
const accessRoleId = z.null().optional();

export const GroupQuery = pageQuery().extend({
  namePart: z.string().max(256).optional(),
  groupIds: z.array(z.string()).max(100).optional(),
  orgId: z.string().optional(),
  userId: z.string().optional(),
  excludeUserMembership: z.boolean().optional(),
  orderBy: z.enum(['name', '-name', 'createdAt', '-createdAt']).default('name'),
});

export const GroupCreate = z.strictObject({
  name,
  description,
  email: Email.nullish(),
  orgId: z.string().optional(),
  accessRoleId,
});
export const GroupChange = z.strictObject({ name: name.optional(), description, email: Email.nullish(), accessRoleId });

const member = z
  .strictObject({ username: z.string().max(320).optional(), userId: z.string().max(64).optional() })
  .refine((one) => (one.username === undefined) !== (one.userId === undefined), 'Send either username or userId');
export const MemberList = z.strictObject({ users: z.array(member).min(1).max(100) });
export type MemberName = z.output<typeof member>;

export const Group = z.strictObject({
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  description: z.string().nullable(),
  email: z.string().nullable(),
  accessRoleId: z.null(),
  membersCount: z.int(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
});

export const Member = z.strictObject({
  userId: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  organization: z.string(),
});
export const Members = z.strictObject({ users: z.array(Member) });
