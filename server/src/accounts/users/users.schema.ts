import { z } from 'zod';
import { Email, NewPassword, Username } from '../directory/directory.schema.ts';

export const SetupState = z.strictObject({ needed: z.boolean() });

export const Setup = z.strictObject({
  token: z.string().min(1).max(256),
  username: Username,
  password: NewPassword,
  email: Email.nullish(),
});

/** Without a word: by e-mail where there is a mail server and an address, else as a link. */
export const ResetCreate = z.strictObject({ delivery: z.enum(['mail', 'link']).optional() });

export const ResetCreated = z.strictObject({
  /** Where the link was sent; null when it was not sent. */
  sentTo: z.string().nullable(),
  /** To be handed to the account's owner, shown in this answer only; null when it was sent. */
  link: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});

export const PasswordReset = z.strictObject({
  token: z.string().min(1).max(256),
  newPassword: NewPassword,
  revokeApiKeys: z.boolean().optional(),
  revokeApiToken: z.boolean().optional(),
});
