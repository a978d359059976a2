import { randomBytes } from 'node:crypto';

const MARKS = { key: 'almk_', token: 'almt_', session: 'alms_', setup: 'almf_', reset: 'almr_' } as const;
const RANDOM_BYTES = 32;
const SHOWN = 9;

/** A fresh secret. The mark says what it opens, to people and to scanners that look for leaked keys. */
export const newSecretText = (kind: keyof typeof MARKS): string =>
  MARKS[kind] + randomBytes(RANDOM_BYTES).toString('base64url');

/** What may be shown of a key for good: never more than a quarter of it. */
export const shownPrefix = (secret: string): string => secret.slice(0, Math.min(SHOWN, Math.floor(secret.length / 4)));
