import { z } from 'zod';
import { Credentials } from '../sign-in/credentials.schema.ts';

const code = z.string().min(1).max(64);

export const Enrolment = z.strictObject({
  otpauthUri: z.string(),
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
});
/** A key alone must not be enough to lock its owner out. */
export const EnrolmentBegin = z.strictObject({ password: Credentials.shape.password });
export const Confirmation = z.strictObject({ totpCode: code });
export const Removal = z
  .strictObject({ password: Credentials.shape.password, totpCode: code.optional(), recoveryCode: code.optional() })
  .refine((body) => body.totpCode !== undefined || body.recoveryCode !== undefined, {
    path: ['totpCode'],
    message: 'Send totpCode or recoveryCode',
  });
