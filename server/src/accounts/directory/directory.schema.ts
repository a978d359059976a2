import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import type { OrganizationRow, UserRow } from '../accounts.tables.ts';
import { wrongEmail, wrongPassword, wrongUsername } from './user.rules.ts';

const checkedText = (wrong: (text: string) => string | null) =>
  z.string().superRefine((text, ctx) => {
    const reason = wrong(text);
    if (reason) ctx.addIssue({ code: 'custom', message: `This field ${reason}` });
  });

export const Username = checkedText(wrongUsername);
export const NewPassword = checkedText(wrongPassword);
export const Email = checkedText(wrongEmail);
const personName = z.string().trim().max(256);
const role = z.enum(['admin', 'user']);
const permissions = z.array(z.string().max(256)).max(100);
const language = z.string().regex(/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/, 'Must be a language code like en or de_CH');

const person = {
  email: Email.nullish(),
  firstName: personName.nullish(),
  lastName: personName.nullish(),
  language: language.optional(),
  role: role.optional(),
  permissions: permissions.optional(),
};

export const UserCreate = z.strictObject({ username: Username, password: NewPassword, ...person });
export const UserChange = z.strictObject({
  password: NewPassword.optional(),
  ...person,
  disabled: z.boolean().optional(),
});

export const User = z.strictObject({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  language: z.string(),
  orgId: z.string(),
  role,
  permissions: z.array(z.string()),
  createdAt: z.iso.datetime(),
  disabled: z.boolean(),
});

export const toUser = (row: UserRow): z.infer<typeof User> => ({
  ...apiFields(row, 'id', 'username', 'email', 'first_name', 'last_name', 'language', 'role', 'permissions'),
  orgId: row.organization_id,
  createdAt: row.created_at.toISOString(),
  disabled: row.disabled_at !== null,
});

export const Organization = z.strictObject({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() });

export const toOrganization = (row: OrganizationRow): z.infer<typeof Organization> =>
  apiFields(row, 'id', 'name', 'created_at');
