import { randomBytes } from 'node:crypto';

const SANE = /^[\w.-]{1,128}$/;

/** One random start per process and a count: as unique as a random id, and many times cheaper to make. */
export function createRequestIds(): () => string {
  const start = randomBytes(8).toString('hex');
  let count = 0;
  return () => start + (count++ >>> 0).toString(16).padStart(8, '0');
}

/** The caller's own id is kept when it is harmless, so that both sides' logs can be laid side by side. */
export const givenRequestId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && SANE.test(header) ? header : null;
