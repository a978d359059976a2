import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What is stored encrypted (AES-256-GCM) and how keys are looked up (keyed hash, never the key itself). */
export interface Secrets {
  /** `purpose` is authenticated: a sealed text moved to another column or row does not open there. */
  seal(plain: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
  fingerprint(secret: string): Buffer;
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(masterKey: Buffer): Secrets {
  if (masterKey.length !== 32) throw new Error(`The secret key must be 32 bytes long, got ${masterKey.length}.`);
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', masterKey, 'almanac', use, 32));
  const sealKey = derive('seal');
  const lookupKey = derive('lookup');
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, body = ''] = sealed.split('.');
      if (version !== VERSION) throw new Error(`Sealed text of unknown version ${version}.`);
      const bytes = Buffer.from(body, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      // Without the length, a tag cut to four bytes would be taken and could be guessed.
      const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
    fingerprint: (secret) => createHmac('sha256', lookupKey).update(secret).digest(),
  };
}
