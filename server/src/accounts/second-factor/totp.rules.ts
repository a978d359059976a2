import { timingSafeEqual } from 'node:crypto';
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
