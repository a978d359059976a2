import type { Secrets } from '#platform/secrets/secrets.ts';
import type { CredentialRow } from './data-stores.tables.ts';

export interface BasicLogin {
  readonly user: string;
  readonly password: string;
}

/** Of a bucket. */
export interface BucketKeys {
  readonly awsAccessKeyId: string;
  readonly awsSecretAccessKey: string;
  readonly awsSessionToken?: string | null | undefined;
}

// Bound to its row: a sealed text copied to another credential does not open there.
const purpose = (id: string) => `credential ${id}`;

const sealAny = (secrets: Secrets, id: string, secret: object): string =>
  secrets.seal(JSON.stringify(secret), purpose(id));

const openAny = (secrets: Secrets, row: Pick<CredentialRow, 'id' | 'sealed'>): unknown =>
  JSON.parse(secrets.open(row.sealed, purpose(row.id)));

export const sealLogin = (secrets: Secrets, id: string, { user, password }: BasicLogin): string =>
  sealAny(secrets, id, { user, password });

export const openLogin = (secrets: Secrets, row: Pick<CredentialRow, 'id' | 'sealed'>): BasicLogin =>
  openAny(secrets, row) as BasicLogin;

export const sealKeys = (secrets: Secrets, id: string, keys: BucketKeys): string =>
  sealAny(secrets, id, {
    awsAccessKeyId: keys.awsAccessKeyId,
    awsSecretAccessKey: keys.awsSecretAccessKey,
    awsSessionToken: keys.awsSessionToken ?? null,
  });

export const openKeys = (secrets: Secrets, row: Pick<CredentialRow, 'id' | 'sealed'>): BucketKeys =>
  openAny(secrets, row) as BucketKeys;
