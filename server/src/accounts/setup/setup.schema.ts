import { z } from 'zod';
import { Email, NewPassword, Username } from '../users/user.schema.ts';

export const SetupState = z.strictObject({ needed: z.boolean() });

export const Setup = z.strictObject({
  token: z.string().min(1).max(256),
  username: Username,
  password: NewPassword,
  email: Email.nullish(),
});
