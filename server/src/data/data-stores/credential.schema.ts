import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { offset } from '#platform/http/page.ts';
import type { AssociationRow, CredentialRow } from './data-stores.tables.ts';

const name = z.string().trim().min(1).max(255);
const description = z.string().max(1000).nullish();
const user = z.string().min(1).max(255);
const password = z.string().min(1).max(1024);

/** Clients know many types; a name with a password is what databases we speak to take, a key what buckets do. */
export const CREDENTIAL_TYPES = ['basic', 's3'] as const;
const KEPT = 'Only credentials of the types basic (user and password) and s3 (keys of a bucket) are kept here';
const isBasic = z.literal('basic', KEPT);
const credentialType = z.enum(CREDENTIAL_TYPES, KEPT);

const key = z.string().min(1).max(1024);
const keys = { awsAccessKeyId: key, awsSecretAccessKey: key, awsSessionToken: z.string().max(8192).nullish() };

export const CredentialData = z.strictObject({ credentialType: isBasic, user, password });
export const CredentialCreate = z.preprocess(
  // One that is neither is refused by its name, not by the fields it lacks.
  (sent, context) => {
    const type =
      typeof sent === 'object' && sent !== null && 'credentialType' in sent ? sent.credentialType : undefined;
    if (CREDENTIAL_TYPES.some((known) => known === type) || type === undefined) return sent;
    context.addIssue({ code: 'custom', path: ['credentialType'], message: KEPT });
    return z.NEVER;
  },
  z.discriminatedUnion('credentialType', [
    z.strictObject({ name, description, credentialType: isBasic, user, password }),
    z.strictObject({ name, description, credentialType: z.literal('s3'), ...keys }),
  ]),
);
export const CredentialChange = z.strictObject({
  name: name.optional(),
  description,
  credentialType: credentialType.optional(),
  user: user.optional(),
  password: password.optional(),
  awsAccessKeyId: key.optional(),
  awsSecretAccessKey: key.optional(),
  awsSessionToken: keys.awsSessionToken,
});

// Some clients ask for everything with limit=0.
export const CredentialQuery = z.strictObject({
  offset,
  limit: z.int().min(0).max(1000).default(100),
  types: z.array(z.string()).max(100).optional(),
  orderBy: z.enum(['name', '-name', 'creationDate', '-creationDate']).default('name'),
});

export const Credential = z.strictObject({
  credentialId: z.string(),
  credentialType,
  name: z.string(),
  description: z.string(),
  creationDate: z.iso.datetime(),
});

export const Association = z.strictObject({
  credentialId: z.string(),
  objectId: z.string(),
  objectType: z.literal('dataconnection'),
  isDefault: z.boolean(),
  creationDate: z.iso.datetime(),
});
export const AssociationPut = z.strictObject({ isDefault: z.boolean().default(false) });

export const toCredential = (row: CredentialRow): z.infer<typeof Credential> => ({
  credentialId: row.id,
  ...apiFields(row, 'credential_type', 'name', 'description'),
  creationDate: row.created_at.toISOString(),
});

export const toAssociation = (row: AssociationRow): z.infer<typeof Association> => ({
  ...apiFields(row, 'credential_id', 'is_default'),
  objectId: row.data_store_id,
  objectType: 'dataconnection',
  creationDate: row.created_at.toISOString(),
});
