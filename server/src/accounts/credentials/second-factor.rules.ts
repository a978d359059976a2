import { randomInt, timingSafeEqual } from 'node:crypto';
import { generateSecret, generateSync, generateURI } from 'otplib';

const STEP_SECONDS = 30;
/** Clocks of phones and servers may differ by this many steps. */
const SKEW_STEPS = 1;

export const newTotpSecret = (): string => generateSecret();

export const otpauthUri = (secret: string, username: string): string =>
  generateURI({ issuer: 'Almanac', label: username, secret });

const codeAt = (secret: string, step: number): string => generateSync({ secret, epoch: step * STEP_SECONDS });

const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Which time step a code belongs to; null when it belongs to none near now. All steps are tried, found or not. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const typed = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return null;
  let found: number | null = null;
  for (let step = Math.max(0, current - SKEW_STEPS); step <= current + SKEW_STEPS; step++) {
    if (equal(codeAt(secret, step), typed)) found = step;
  }
  return found;
}

/** Without characters that are read as one another: no i, l, o, 0, 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;
export const CODES = 10;

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** About 49 bits each: too many to guess, few enough to type. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, () => `${half()}-${half()}`);

/** What people type: any case, with or without dash and blanks. */
export const typedCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');
