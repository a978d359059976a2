import { createHash, randomUUID, timingSafeEqual, X509Certificate } from 'node:crypto';
import type { Asked, Reply } from '../wire/faults.ts';
import { peek, readSigned } from '../wire/signed.ts';

/** The app as registered in the tenant. */
export interface App {
  readonly clientId: string;
  readonly secret: string | null;
  /** PEM. */
  readonly certificate: string | null;
  /** Application permissions an administrator consented to. */
  permissions: string[];
}

export interface Desk {
  /** The token endpoint. */
  issue(asked: Asked, tokenUrl: string, scope: string): Reply;
  /** Permissions of a bearer token; null when it is unknown or has run out. */
  permissionsOf(authorization: string | undefined): readonly string[] | null;
  /** Every token given out stops working at once. */
  revokeAll(): void;
}

const LIFETIME_SECONDS = 3599;
const BY_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export function deskOf(app: App, tenantId: string, now: () => number): Desk {
  const given = new Map<string, number>();
  const usedAssertions = new Set<string>();
  return {
    issue(asked, tokenUrl, scope) {
      const form = new URLSearchParams(asked.body);
      if (asked.method !== 'POST' || !asked.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        return refused(400, 'invalid_request', 900144, 'The request must be a form sent by POST', now);
      if (form.get('grant_type') !== 'client_credentials')
        return refused(400, 'unsupported_grant_type', 70003, 'The grant type is not client_credentials', now);
      if (form.get('scope') !== scope)
        return refused(400, 'invalid_scope', 70011, `The scope ${form.get('scope')} is not valid`, now);
      if (form.get('client_id') !== app.clientId)
        return refused(400, 'unauthorized_client', 700016, `Application ${form.get('client_id')} was not found`, now);
      const wrong = wrongProof(app, form, tokenUrl, now, usedAssertions);
      if (wrong) return refused(401, 'invalid_client', wrong.code, wrong.text, now);
      const token = accessToken(app, tenantId, now());
      given.set(token, now() + LIFETIME_SECONDS * 1000);
      return {
        status: 200,
        body: {
          token_type: 'Bearer',
          expires_in: LIFETIME_SECONDS,
          ext_expires_in: LIFETIME_SECONDS,
          access_token: token,
        },
      };
    },
    permissionsOf(authorization) {
      const token = authorization?.replace(/^Bearer /, '') ?? '';
      return (given.get(token) ?? 0) > now() ? app.permissions : null;
    },
    revokeAll: () => given.clear(),
  };
}

function wrongProof(
  app: App,
  form: URLSearchParams,
  tokenUrl: string,
  now: () => number,
  used: Set<string>,
): { code: number; text: string } | null {
  const secret = form.get('client_secret');
  if (secret !== null) {
    const same = app.secret !== null && timingSafeEqual(digest(secret), digest(app.secret));
    return same ? null : { code: 7000215, text: 'Invalid client secret provided' };
  }
  const assertion = form.get('client_assertion') ?? '';
  if (form.get('client_assertion_type') !== BY_ASSERTION || app.certificate === null)
    return { code: 7000218, text: 'The request body must contain client_assertion or client_secret' };
  const certificate = new X509Certificate(app.certificate);
  const header = peek(assertion)?.header ?? {};
  const thumbprints: [unknown, string][] = [
    [header.x5t, createHash('sha1').update(certificate.raw).digest('base64url')],
    [header['x5t#S256'], createHash('sha256').update(certificate.raw).digest('base64url')],
  ];
  if (!thumbprints.some(([said, real]) => said === real))
    return { code: 700027, text: 'The certificate with the identifier used to sign was not registered' };
  const signed = readSigned(assertion, certificate.publicKey);
  if (!signed) return { code: 700027, text: 'Client assertion failed signature validation' };
  const { aud, iss, sub, exp, nbf, jti } = signed.claims;
  const seconds = now() / 1000;
  if (aud !== tokenUrl)
    return { code: 700023, text: `Client assertion audience claim ${String(aud)} is not ${tokenUrl}` };
  if (iss !== app.clientId || sub !== app.clientId) return { code: 700021, text: 'Issuer and subject must be the app' };
  if (typeof exp !== 'number' || exp <= seconds) return { code: 700024, text: 'Client assertion is past its time' };
  if (typeof nbf === 'number' && nbf > seconds + 300)
    return { code: 700024, text: 'Client assertion is not valid yet' };
  if (typeof jti !== 'string' || used.has(jti)) return { code: 700024, text: 'The assertion was used before' };
  used.add(jti);
  return null;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Shaped like the real one, with the granted permissions in `roles`; the fake itself looks tokens up. */
function accessToken(app: App, tenantId: string, now: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(now / 1000);
  const claims = { appid: app.clientId, tid: tenantId, roles: app.permissions, iat, exp: iat + LIFETIME_SECONDS };
  return `${part({ typ: 'JWT', alg: 'RS256' })}.${part({ ...claims, uti: randomUUID() })}.${part('fake')}`;
}

function refused(status: number, error: string, code: number, text: string, now: () => number): Reply {
  return {
    status,
    body: {
      error,
      error_description: `AADSTS${code}: ${text}.`,
      error_codes: [code],
      timestamp: new Date(now()).toISOString(),
      trace_id: randomUUID(),
      correlation_id: randomUUID(),
    },
  };
}
