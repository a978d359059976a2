import type { Secrets } from '#platform/secrets/secrets.ts';
import type { CredentialRow } from './credential.tables.ts';

export interface BasicLogin {
  readonly user: string;
  readonly password: string;
}

// Bound to its row: a sealed text copied to another credential does not open there.
const purpose = (id: string) => `credential ${id}`;

export const sealLogin = (secrets: Secrets, id: string, { user, password }: BasicLogin): string =>
  secrets.seal(JSON.stringify({ user, password }), purpose(id));

export const openLogin = (secrets: Secrets, row: Pick<CredentialRow, 'id' | 'sealed'>): BasicLogin =>
  JSON.parse(secrets.open(row.sealed, purpose(row.id))) as BasicLogin;
