import { z } from 'zod';
import { Credentials } from '../sign-in/credentials.schema.ts';
import { NewPassword } from '../users/user.schema.ts';

/** The present password and, where there is one, the second factor: a borrowed key or screen is not enough. */
export const PasswordChange = z.strictObject({
  password: Credentials.shape.password,
  totpCode: Credentials.shape.totpCode,
  recoveryCode: Credentials.shape.recoveryCode,
  newPassword: NewPassword,
  /** Also ends every API key of the account. */
  revokeApiKeys: z.boolean().optional(),
  /** Also replaces the account token; the old one stops working. */
  revokeApiToken: z.boolean().optional(),
});
