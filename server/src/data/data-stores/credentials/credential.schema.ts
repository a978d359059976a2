import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import type { AssociationRow, CredentialRow } from './credential.tables.ts';

const name = z.string().trim().min(1).max(255);
const description = z.string().max(1000).nullish();
const user = z.string().min(1).max(255);
const password = z.string().min(1).max(1024);

/** Clients know many types; a name with a password is what databases we speak to take. */
const credentialType = z.literal('basic', 'Only credentials of the type basic (user and password) are kept here');

export const CredentialData = z.strictObject({ credentialType, user, password });
export const CredentialCreate = z.strictObject({ name, description, credentialType, user, password });
export const CredentialChange = z.strictObject({
  name: name.optional(),
  description,
  credentialType: credentialType.optional(),
  user: user.optional(),
  password: password.optional(),
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
  credentialType: row.credential_type,
  name: row.name,
  description: row.description,
  creationDate: row.created_at.toISOString(),
});

export const toAssociation = (row: AssociationRow): z.infer<typeof Association> => ({
  credentialId: row.credential_id,
  objectId: row.data_store_id,
  objectType: 'dataconnection',
  isDefault: row.is_default,
  creationDate: row.created_at.toISOString(),
});
