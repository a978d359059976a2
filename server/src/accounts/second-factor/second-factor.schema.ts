import { z } from 'zod';

const code = z.string().min(1).max(64);

export const Enrolment = z.strictObject({
  otpauthUri: z.string(),
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
});
export const Confirmation = z.strictObject({ totpCode: code });
export const Removal = z
  .strictObject({ totpCode: code.optional(), recoveryCode: code.optional() })
  .refine((body) => body.totpCode !== undefined || body.recoveryCode !== undefined, {
    path: ['totpCode'],
    message: 'Send totpCode or recoveryCode',
  });
