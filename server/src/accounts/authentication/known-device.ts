import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Platform } from '#platform/context.ts';
import { DEVICE_SECONDS, type DeviceMark, deviceCookie, readDeviceCookie } from './browser.rules.ts';

type Needs = Pick<Platform, 'secrets' | 'now'>;

const ID_BYTES = 16;

const signatureOf = ({ secrets }: Needs, userId: string, id: string, issued: number): string =>
  secrets.fingerprint(`known device:${userId}:${id}:${issued}`).toString('base64url');

function isOf(platform: Needs, userId: string, { id, issued, signature }: DeviceMark): boolean {
  const age = platform.now().getTime() / 1000 - issued;
  const expected = signatureOf(platform, userId, id, issued);
  return age < DEVICE_SECONDS && timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}

/** The id of the device when this account was signed in to on it; null when it was not. */
export const knownDevice = (platform: Needs, userId: string, cookie: string | undefined): string | null =>
  readDeviceCookie(cookie).find((mark) => isOf(platform, userId, mark))?.id ?? null;

/** For somebody who has just signed in: the device is known to the account for a year, also after signing out. */
export function rememberDevice(platform: Needs, userId: string, cookie: string | undefined, origin: string): string {
  const marks = readDeviceCookie(cookie);
  const own = marks.find((mark) => isOf(platform, userId, mark));
  const id = own?.id ?? randomBytes(ID_BYTES).toString('base64url');
  const issued = Math.floor(platform.now().getTime() / 1000);
  const fresh = { id, issued, signature: signatureOf(platform, userId, id, issued) };
  return deviceCookie([fresh, ...marks.filter((mark) => mark !== own)], origin);
}
