import { randomBytes } from 'node:crypto';

/**
 * Entity ids are 24 lower-case hex characters: several clients check the form before they call.
 * The first eight are the second of creation, so that ids made later sort later.
 */
export function newId(now: Date = new Date()): string {
  const seconds = Math.floor(now.getTime() / 1000) >>> 0;
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
}
