import { createPublicKey, randomUUID } from 'node:crypto';
import type { Asked, Reply } from '../wire/faults.ts';
import { readSigned } from '../wire/signed.ts';
import type { World } from './world.ts';

/** The service account as the provider knows it: its public key and what the administrator delegated to it. */
export interface ServiceAccount {
  readonly email: string;
  readonly keyId: string;
  /** PEM. */
  readonly publicKey: string;
  /** Whole scopes. */
  delegated: string[];
}

export interface Given {
  readonly as: string;
  readonly scopes: readonly string[];
  readonly until: number;
}

export interface Desk {
  issue(asked: Asked, tokenUrl: string): Reply;
  /** Null when the token is unknown or has run out. */
  read(authorization: string | undefined): Given | null;
  revokeAll(): void;
}

const LIFETIME_SECONDS = 3599;
const BY_ASSERTION = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export function deskOf(account: ServiceAccount, world: World): Desk {
  const given = new Map<string, Given>();
  const key = createPublicKey(account.publicKey);
  return {
    issue(asked, tokenUrl) {
      const form = new URLSearchParams(asked.body);
      if (asked.method !== 'POST' || form.get('grant_type') !== BY_ASSERTION)
        return refused(400, 'unsupported_grant_type', 'Invalid grant_type');
      const signed = readSigned(form.get('assertion') ?? '', key);
      if (signed?.header.alg !== 'RS256') return refused(400, 'invalid_grant', 'Invalid JWT Signature.');
      if (signed.header.kid !== account.keyId) return refused(400, 'invalid_grant', 'Unknown key id.');
      const { iss, aud, iat, exp, scope, sub } = signed.claims;
      const seconds = world.now() / 1000;
      if (iss !== account.email) return refused(400, 'invalid_grant', 'Invalid issuer: Not a valid email.');
      if (aud !== tokenUrl) return refused(400, 'invalid_grant', `Invalid audience ${String(aud)}`);
      if (
        typeof iat !== 'number' ||
        typeof exp !== 'number' ||
        exp - iat > 3600 ||
        exp <= seconds ||
        iat > seconds + 300
      )
        return refused(
          400,
          'invalid_grant',
          'Invalid JWT: Token must be a short-lived token and in a reasonable timeframe.',
        );
      const user = [...world.users.values()].find((one) => one.email === sub);
      if (!user || user.suspended) return refused(400, 'invalid_grant', 'Invalid email or User ID');
      const scopes = typeof scope === 'string' ? scope.split(' ').filter((one) => one !== '') : [];
      if (scopes.length === 0 || !scopes.every((one) => account.delegated.includes(one)))
        return refused(
          401,
          'unauthorized_client',
          'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
        );
      const token = `ya29.${randomUUID()}`;
      given.set(token, { as: user.email, scopes, until: world.now() + LIFETIME_SECONDS * 1000 });
      return { status: 200, body: { access_token: token, expires_in: LIFETIME_SECONDS, token_type: 'Bearer' } };
    },
    read(authorization) {
      const held = given.get(authorization?.replace(/^Bearer /, '') ?? '');
      return held && held.until > world.now() ? held : null;
    },
    revokeAll: () => given.clear(),
  };
}

const refused = (status: number, error: string, description: string): Reply => ({
  status,
  body: { error, error_description: description },
});
