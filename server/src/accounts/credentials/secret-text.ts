import { randomInt } from 'node:crypto';

const MARKS = { key: 'almk', token: 'almt', session: 'alms', setup: 'almf', reset: 'almr' } as const;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** As much chance as 32 random bytes. */
const LENGTH = 43;
const SHOWN = 9;

/**
 * A fresh secret. The mark says what it opens, to people and to scanners that look for leaked keys. Letters and digits
 * only: some programs take nothing else for a key.
 */
export function newSecretText(kind: keyof typeof MARKS): string {
  let secret: string = MARKS[kind];
  while (secret.length < MARKS[kind].length + LENGTH) secret += LETTERS[randomInt(LETTERS.length)];
  return secret;
}

/** What may be shown of a key for good: never more than a quarter of it. */
export const shownPrefix = (secret: string): string => secret.slice(0, Math.min(SHOWN, Math.floor(secret.length / 4)));
