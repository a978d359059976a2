import { z } from 'zod';

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
export const EntitlementsAsked = z.strictObject({ entitlements: z.array(z.strictObject({ name })).max(1000) });
export const Entitlements = z.strictObject({
  entitlements: z.array(z.strictObject({ name, value: z.boolean() })),
});

export const PlainText = z.strictObject({ plainText: z.string().max(65_536) });
export const CipherText = z.strictObject({ cipherText: z.string() });
