import { z } from 'zod';
import { Credentials } from '../authentication/sign-in.schema.ts';
import { NewPassword } from '../directory/directory.schema.ts';

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

export const Version = z.strictObject({
  major: z.int(),
  minor: z.int(),
  versionString: z.string(),
  releasedVersion: z.string(),
});

export const AccountInfo = z.strictObject({
  uid: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  orgId: z.string(),
  tenantId: z.string().nullable(),
  language: z.string(),
  role: z.enum(['admin', 'user']),
  secondFactor: z.boolean(),
  permissions: z.record(z.string(), z.boolean()),
});

export const Installation = z.strictObject({
  installation: z.enum(['self-managed', 'managed-cloud']),
  release: z.string(),
  upgraded: z.boolean(),
  /** Null for those who are not to see them. */
  settings: z
    .array(
      z.strictObject({
        name: z.string(),
        about: z.string(),
        /** Null when it is not set, and for secrets. */
        value: z.string().nullable(),
        isSecret: z.boolean(),
        source: z.enum(['flag', 'environment', 'default', 'not set']),
      }),
    )
    .nullable(),
});

const name = z.string().min(1).max(256);
/** Every name asked for comes back, known or not: clients look their own names up in the answer. */
export const EntitlementsRequest = z.strictObject({ entitlements: z.array(z.strictObject({ name })).max(1000) });
export const Entitlements = z.strictObject({
  entitlements: z.array(z.strictObject({ name, value: z.boolean() })),
});

export const PlainText = z.strictObject({ plainText: z.string().max(65_536) });
export const CipherText = z.strictObject({ cipherText: z.string() });
