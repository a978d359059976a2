import { constants, createVerify, type KeyObject, verify } from 'node:crypto';

export interface SignedParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * A signed assertion (RFC 7515, compact form) checked against one key. Written on node:crypto alone, so that the fakes
 * do not trust the library that made the signature. Null when the text is malformed or the signature is wrong.
 */
export function readSigned(text: string, key: KeyObject): SignedParts | null {
  const parts = text.split('.');
  const [head = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3) return null;
  try {
    const header = decode(head);
    if (!signatureHolds(String(header.alg), `${head}.${payload}`, Buffer.from(signature, 'base64url'), key))
      return null;
    return { header, claims: decode(payload) };
  } catch {
    return null;
  }
}

/** The claims without any check: to learn whose key to check with. */
export function peek(text: string): SignedParts | null {
  const [head = '', payload = ''] = text.split('.');
  try {
    return { header: decode(head), claims: decode(payload) };
  } catch {
    return null;
  }
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}

function signatureHolds(alg: string, signed: string, signature: Buffer, key: KeyObject): boolean {
  if (alg === 'RS256') return createVerify('RSA-SHA256').update(signed).verify(key, signature);
  if (alg !== 'PS256') return false;
  const padded = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return verify('sha256', Buffer.from(signed), padded, signature);
}
